import type { Call } from '../contract/index.ts'
import { unansweredCall } from './failures.ts'
import { type OnReceived, readBlob } from './open-stream.ts'
import { readFailure } from './read-failure.ts'
import { type Bearer, fetchWithBearer, urlOf } from './request.ts'

export interface ArchiveOptions {
  /** The total is an estimate. */
  readonly onReceived?: OnReceived
  readonly signal?: AbortSignal
}

/** From the caller: an import here would load with every page. */
export interface ArchiveRequest {
  readonly call: Call
  readonly accept: string
  /** Contains the estimated size in bytes. */
  readonly sizeHeader: string
  readonly bearer: Bearer
  readonly body: unknown
}

/** @throws HttpError, or AbortError when `signal` aborts */
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
  if (!answer.ok)
    throw readFailure(answer.status, await answer.text().catch(unansweredCall), answer.headers.get('retry-after'))
  const expected = Number(answer.headers.get(sizeHeader)) || undefined
  return readBlob(answer, (received, total) => onReceived?.(received, total ?? expected))
}
