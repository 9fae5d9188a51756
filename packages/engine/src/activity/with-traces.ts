import type { ActivityLog } from "./activity-log.ts";

const ENDPOINTS = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
const PACKAGES = [
  "@opentelemetry/core",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
];

/**
 * An activity log whose calls become OpenTelemetry spans too, where the environment names a collector in the field's own words
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`); the log as it is elsewhere, and where OpenTelemetry's packages are not installed.
 */
export async function withTraces(
  activity: ActivityLog,
  version: string,
  log: (line: string) => void,
): Promise<ActivityLog> {
  if (!isAskedFor(process.env)) return activity;
  let traces: ActivityLog;
  try {
    const { openTraces } = await import("./open-traces.ts");
    traces = openTraces(version, log);
  } catch (error) {
    log(`traces are off: ${String(error)}. They need ${PACKAGES.join(", ")}`);
    return activity;
  }
  return {
    append: (entry, call) => {
      activity.append(entry, call);
      traces.append(entry, call);
    },
    close: async () => {
      await Promise.all([activity.close(), traces.close()]);
    },
  };
}

function isAskedFor(env: NodeJS.ProcessEnv): boolean {
  if (env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || env["OTEL_TRACES_EXPORTER"] === "none") return false;
  return ENDPOINTS.some((name) => (env[name] ?? "") !== "");
}
