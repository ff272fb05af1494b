import type { Call } from '../contract/index.ts'
import { readFailure } from './read-failure.ts'
import type { RequestOptions } from './request.ts'
import { fetchWithBearer, urlOf } from './request.ts'

export type StreamOptions = Omit<RequestOptions<Call>, 'body'> & {
  /** Media type that is asked for. */
  readonly accept: string
}

/**
 * Makes a call whose answer is read piece by piece: bytes, or events that go on coming. The bearer travels in a header,
 * so that no address ever carries it; a 401 on a live session refreshes once and repeats the call once.
 *
 * @throws HttpError when it is refused, or AbortError when `signal` was aborted; a body that breaks off is the reader's
 */
export const openStream = async (
  call: Call,
  { bearer, params, query, signal, accept }: StreamOptions,
): Promise<Response> => {
  const init: RequestInit = { method: call.method, headers: { Accept: accept }, ...(signal ? { signal } : {}) }
  const answer = await fetchWithBearer(urlOf(call, params, query), init, bearer)
  if (!answer.ok) throw readFailure(answer.status, await answer.text(), answer.headers.get('retry-after'))
  return answer
}
