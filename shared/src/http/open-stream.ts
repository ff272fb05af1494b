import type { Call } from '../contract/index.ts'
import { unansweredCall } from './failures.ts'
import { readFailure } from './read-failure.ts'
import type { RequestOptions } from './request.ts'
import { fetchWithBearer, urlOf } from './request.ts'

type StreamOptions = Omit<RequestOptions<Call>, 'body'> & {
  readonly accept: string
}

/**
 * No URL contains the bearer. After a 401, refreshes and retries once.
 * @throws HttpError for an error response, AbortError on abort
 */
export const openStream = async (
  call: Call,
  { bearer, params, query, signal, accept }: StreamOptions,
): Promise<Response> => {
  const init: RequestInit = { method: call.method, headers: { Accept: accept }, ...(signal ? { signal } : {}) }
  const answer = await fetchWithBearer(urlOf(call, params, query), init, bearer)
  if (!answer.ok)
    throw readFailure(answer.status, await answer.text().catch(unansweredCall), answer.headers.get('retry-after'))
  return answer
}

/** Bytes; `total` if the server sent a length. */
export type OnReceived = (received: number, total: number | undefined) => void

/** @throws HttpError when the connection breaks, AbortError on abort */
export const readBlob = async (answer: Response, onReceived?: OnReceived): Promise<Blob> => {
  if (!answer.body || !onReceived) return answer.blob().catch(unansweredCall)
  const total = Number(answer.headers.get('content-length')) || undefined
  const reader = answer.body.getReader()
  const next = () => reader.read().catch(unansweredCall)
  const chunks: BlobPart[] = []
  let received = 0
  for (let piece = await next(); !piece.done; piece = await next()) {
    chunks.push(piece.value)
    received += piece.value.byteLength
    onReceived(received, total)
  }
  return new Blob(chunks, { type: answer.headers.get('content-type') ?? '' })
}
