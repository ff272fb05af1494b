import type { Logger } from 'pino'
import type { Tracing } from './span.ts'

export interface TracesEnvironment {
  /** `…/v1/traces` follows. */
  readonly endpoint: string
  /** Of the traces that begin here, 0 to 1. */
  readonly ratio: number
}

export interface TracingOptions extends TracesEnvironment {
  readonly service: 'trazo-site' | 'trazo-api'
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Milliseconds between deliveries. */
  readonly delay?: number
}

/** Loads OpenTelemetry only if a collector is configured. */
export const startTracing = async (
  traces: TracesEnvironment | null,
  options: Omit<TracingOptions, keyof TracesEnvironment>,
): Promise<Tracing | undefined> => {
  if (traces === null) return undefined
  const { openOtlpTracing } = await import('./otlp-tracing.ts')
  return openOtlpTracing({ ...traces, ...options })
}
