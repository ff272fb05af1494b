import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestTracing, SpanOptions, TraceSpan } from './span.ts'

/** Columns of a job: the request that created it. */
export interface RequestCause {
  readonly request_id: string | null
  /** W3C Trace Context. */
  readonly trace_parent: string | null
}

interface Current {
  readonly requestId: string | null
  readonly span: TraceSpan | undefined
}

const current = new AsyncLocalStorage<Current>()

export const currentCause = (): RequestCause => {
  const { requestId = null, span } = current.getStore() ?? {}
  return { request_id: requestId, trace_parent: span?.traceParent ?? null }
}

/** Marks the current span as failed although its work continues. */
export const failSpan = (error: unknown): void => current.getStore()?.span?.fail(error)

export const withRequest = (requestId: string, span: TraceSpan | undefined, work: () => void): void =>
  current.run({ requestId, span }, work)

export const withoutCause = <T>(work: () => T): T => current.exit(work)

const endAfter = async <T>(span: TraceSpan, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** Runs `work` in a child of the current span, if there is one. */
export const traceWork = <T>(
  name: string,
  options: Omit<SpanOptions, 'parent'>,
  work: () => Promise<T>,
): Promise<T> => {
  const now = current.getStore()
  if (now?.span === undefined) return work()
  const span = now.span.child(name, options)
  return current.run({ ...now, span }, () => endAfter(span, work))
}

/** Runs a job's attempt in the trace of the request that created it. */
export const causedBy = <T>(
  tracing: RequestTracing | undefined,
  { request_id: requestId, trace_parent: parent }: RequestCause,
  { name, attributes, kind = 'consumer' }: Omit<SpanOptions, 'parent'> & { readonly name: string },
  work: () => Promise<T>,
): Promise<T> => {
  const span = tracing?.start(name, { kind, parent, ...(attributes && { attributes }) })
  if (requestId !== null) span?.add({ 'trazo.request_id': requestId })
  return current.run({ requestId, span }, () => (span === undefined ? work() : endAfter(span, work)))
}
