import { type Context, DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { ActivityLog } from "./activity-log.ts";

/** A collector that does not answer holds the end of Core up no longer. */
const CLOSE_MS = 3000;
const SHOWN_CHARACTERS = 300;

/**
 * One span for each call, sent to the collector that the environment names (`OTEL_*`). It says which tool, unit and command,
 * how it ended, and how many rows it brought; no value, no message and nobody's name.
 */
export function openTraces(version: string, log: (line: string) => void): ActivityLog {
  const say = (message: string): void => log(`traces: ${message.slice(0, SHOWN_CHARACTERS)}`);
  const silent = (): void => undefined;
  diag.setLogger({ error: say, warn: say, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
  const named = resourceFromAttributes({ "service.name": "prilavok", "service.version": version });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("prilavok", version);
  return {
    append: ({ atMs, ms, tool, unit, command, result, rows }, call) => {
      const attributes = {
        "prilavok.tool": tool,
        ...(unit !== "" && { "prilavok.unit": unit, "prilavok.command": command }),
        "prilavok.result": result,
        "prilavok.rows": rows,
        "prilavok.ms": ms,
      };
      const options = { kind: SpanKind.SERVER, startTime: atMs, attributes };
      const span = tracer.startSpan(tool, options, parentOf(call.traceparent));
      if (result === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(atMs + ms);
    },
    close: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([provider.shutdown().catch((error: unknown) => say(String(error))), late]);
    },
  };
}

function parentOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}
