import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { RequestTracing, SpanOptions, TraceSpan, TracingOptions } from './span.ts'

/** Spans; further ones are dropped. */
const QUEUE_MAX = 2048
const BATCH_MAX = 512
const EXPORTS_AT_ONCE = 5
/** Milliseconds. */
const EXPORT_TIMEOUT = 2000
const STOP_TIMEOUT = 1000
const LIMITS = { attributeCountLimit: 16, attributeValueLengthLimit: 128 }

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

const TRACE_PARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

const readTraceParent = (text: string): SpanContext | undefined => {
  const [, traceId = '', spanId = '', flags = ''] = TRACE_PARENT.exec(text) ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return trace.isSpanContextValid(context) ? context : undefined
}

const contextOf = (parent: string | null): Context => {
  const remote = parent === null ? undefined : readTraceParent(parent)
  return remote === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote)
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error === 'number' ? String(error) : 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

type Started = Omit<SpanOptions, 'parent'>

const startIn = (
  tracer: Tracer,
  context: Context,
  name: string,
  { kind = 'internal', attributes }: Started,
): TraceSpan => wrap(tracer, tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, context))

const wrap = (tracer: Tracer, span: OtelSpan): TraceSpan => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceParent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    child: (name, options) => startIn(tracer, trace.setSpan(ROOT_CONTEXT, span), name, options),
    add: (attributes) => void span.setAttributes(attributes),
    fail: (error) => void span.setAttribute('error.type', reasonOf(error)).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  }
}

const watched = (exporter: SpanExporter, log: TracingOptions['log']): SpanExporter => {
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined
        if (failed && !failing) log.warn({ reason: reasonOf(result.error) }, 'traces do not reach the collector')
        if (!failed && failing) log.info('traces reach the collector again')
        failing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

const settledWithin = (milliseconds: number, work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void work
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer)
        resolve()
      })
  })

export const openOtlpTracing = ({ endpoint, ratio, service, log, delay = 2000 }: TracingOptions): RequestTracing => {
  const agent = endpoint.startsWith('https:') ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const exporter = new OTLPTraceExporter({
    httpAgentOptions: () => agent,
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT,
    concurrencyLimit: EXPORTS_AT_ONCE,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: LIMITS,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: watched(exporter, log),
        maxQueueSize: QUEUE_MAX,
        maxExportBatchSize: BATCH_MAX,
        scheduledDelayMillis: delay,
        exportTimeoutMillis: EXPORT_TIMEOUT,
      }),
    ],
  })
  const tracer = provider.getTracer('trazo')
  return {
    start: (name, { parent, ...options }) => startIn(tracer, contextOf(parent), name, options),
    stop: () => settledWithin(STOP_TIMEOUT, provider.shutdown()).then(() => agent.destroy()),
  }
}
