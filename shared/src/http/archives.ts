import { ARCHIVE_MIME_TYPE, EXPORT_SIZE_HEADER, exportAccountCall, signerCopyCall } from '../contract/accounts.ts'
import type { Call } from '../contract/index.ts'
import { type OnReceived, readBlob } from './read-blob.ts'
import { readFailure } from './read-failure.ts'
import { type Bearer, fetchWithBearer, urlOf } from './request.ts'

export interface ArchiveOptions {
  /** The total is about what the server expects: an archive is packed while it is sent. */
  readonly onReceived?: OnReceived
  readonly signal?: AbortSignal
}

const fetchArchive = async (
  call: Call,
  { bearer, body }: { readonly bearer: Bearer; readonly body: unknown },
  { onReceived, signal }: ArchiveOptions,
): Promise<Blob> => {
  const init: RequestInit = {
    method: call.method,
    headers: { Accept: ARCHIVE_MIME_TYPE, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  }
  const answer = await fetchWithBearer(urlOf(call), init, bearer)
  if (!answer.ok) throw readFailure(answer.status, await answer.text(), answer.headers.get('retry-after'))
  const expected = Number(answer.headers.get(EXPORT_SIZE_HEADER)) || undefined
  return readBlob(answer, (received, total) => onReceived?.(received, total ?? expected))
}

/**
 * All that the account holds, as a zip file.
 *
 * @throws HttpError, or AbortError when the signal was aborted
 */
export const fetchAccountArchive = (proof: string, options: ArchiveOptions = {}): Promise<Blob> =>
  fetchArchive(exportAccountCall, { bearer: 'session', body: { proof } }, options)

/**
 * What is recorded about who holds an invitation's link, as a zip file.
 *
 * @throws HttpError
 */
export const fetchSignerArchive = (token: string, options: ArchiveOptions = {}): Promise<Blob> =>
  fetchArchive(signerCopyCall, { bearer: 'none', body: { token } }, options)
