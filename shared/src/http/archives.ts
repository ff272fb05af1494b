import type { Call } from '../contract/index.ts'
import { type OnReceived, readBlob } from './read-blob.ts'
import { readFailure } from './read-failure.ts'
import { type Bearer, fetchWithBearer, urlOf } from './request.ts'

export interface ArchiveOptions {
  /** The total is about what the server expects: an archive is packed while it is sent. */
  readonly onReceived?: OnReceived
  readonly signal?: AbortSignal
}

/** What is asked for, in the contract's words. They come from the caller: imported here they weigh on every page. */
export interface ArchiveRequest {
  readonly call: Call
  readonly accept: string
  /** Header that says about how many bytes there will be. */
  readonly sizeHeader: string
  readonly bearer: Bearer
  readonly body: unknown
}

/**
 * Downloads a zip file that is packed while it is sent.
 *
 * @throws HttpError, or AbortError when the signal was aborted
 */
export const fetchArchive = async (
  { call, accept, sizeHeader, bearer, body }: ArchiveRequest,
  { onReceived, signal }: ArchiveOptions = {},
): Promise<Blob> => {
  const init: RequestInit = {
    method: call.method,
    headers: { Accept: accept, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  }
  const answer = await fetchWithBearer(urlOf(call), init, bearer)
  if (!answer.ok) throw readFailure(answer.status, await answer.text(), answer.headers.get('retry-after'))
  const expected = Number(answer.headers.get(sizeHeader)) || undefined
  return readBlob(answer, (received, total) => onReceived?.(received, total ?? expected))
}
