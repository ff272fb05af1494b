import type { RequestTracing, TracesEnvironment, TracingOptions } from './span.ts'

/** Loads OpenTelemetry only if a collector is configured. */
export const startTracing = async (
  traces: TracesEnvironment | null,
  options: Omit<TracingOptions, keyof TracesEnvironment>,
): Promise<RequestTracing | undefined> => {
  if (traces === null) return undefined
  const { openOtlpTracing } = await import('./otlp-tracing.ts')
  return openOtlpTracing({ ...traces, ...options })
}
