import type { Logger } from 'pino'

type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** No names, addresses, tokens, queries or bodies. */
type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanOptions {
  readonly kind?: SpanKind
  /** W3C Trace Context; null begins a trace. */
  readonly parent: string | null
  readonly attributes?: SpanAttributes
}

export interface TraceSpan {
  /** W3C Trace Context. */
  readonly traceParent: string
  child(name: string, options: Omit<SpanOptions, 'parent'>): TraceSpan
  add(attributes: SpanAttributes): void
  /** Records an error's class or code, or a status; never a message. */
  fail(error: unknown): void
  end(): void
}

export interface RequestTracing {
  start(name: string, options: SpanOptions): TraceSpan
  /** Sends the remaining spans, for at most 1 s. */
  stop(): Promise<void>
}

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
