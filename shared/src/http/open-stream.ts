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
