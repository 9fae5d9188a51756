import type { CoreCall, Envelope } from "@prilavok/protocol";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { coreCommands } from "../call/core-commands.ts";
import type { CallRoom } from "./call-room.ts";

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 900];

/** What a server counts of its calls, as Prometheus reads it. No value of a call and nobody's name is among it. */
export class CallMetrics {
  /** The content type of the page. */
  static readonly type = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #registry = new Registry();
  readonly #calls: Counter<"command" | "end">;
  readonly #seconds: Histogram<"command">;
  readonly #statuses: Counter<"status">;

  constructor(room: CallRoom, version: string) {
    const registers = [this.#registry];
    this.#calls = new Counter({
      name: "prilavok_calls_total",
      help: "Calls answered, by command and by their end: done, refused or fault",
      labelNames: ["command", "end"],
      registers,
    });
    this.#seconds = new Histogram({
      name: "prilavok_call_seconds",
      help: "Time in Core of the calls answered",
      labelNames: ["command"],
      buckets: SECONDS,
      registers,
    });
    this.#statuses = new Counter({
      name: "prilavok_responses_total",
      help: "Responses by HTTP status",
      labelNames: ["status"],
      registers,
    });
    new Gauge({
      name: "prilavok_calls_at_work",
      help: "Calls at work now",
      registers,
      collect() {
        this.set(room.size);
      },
    });
    new Gauge({ name: "prilavok_info", help: "The version of Core", labelNames: ["version"], registers }).set(
      { version },
      1,
    );
    collectDefaultMetrics({ register: this.#registry });
  }

  count({ command }: CoreCall, envelope: Envelope, fault: boolean): void {
    const label = coreCommands.has(command) ? command : "unknown";
    this.#calls.inc({ command: label, end: fault ? "fault" : envelope.ok ? "done" : "refused" });
    this.#seconds.observe({ command: label }, envelope.ms / 1000);
  }

  countResponse(status: number): void {
    this.#statuses.inc({ status: String(status) });
  }

  /** The page in the text format. */
  async text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** Stops the watch over the process. */
  close(): void {
    this.#registry.clear();
  }
}
