import { SECOND_MS } from './clock.ts'

export interface LimitedRequest {
  readonly url: string
  /** Default: GET. */
  readonly body?: { readonly contentType: string; readonly bytes: Uint8Array }
  readonly accept: string
  readonly maxBytes: number
  /** Milliseconds for the whole exchange. */
  readonly timeLimit: number
}

/** Returns the body of a 200; rejects otherwise. */
export type FetchLimited = (request: LimitedRequest) => Promise<Uint8Array>

export const TSA_TIME_LIMIT = 10 * SECOND_MS
export const REVOCATION_TIME_LIMIT = 8 * SECOND_MS
/** National lists are large. */
export const CRL_MAX_BYTES = 8 * 1024 * 1024
export const OCSP_MAX_BYTES = 64 * 1024
export const TSA_MAX_BYTES = 64 * 1024

/** @throws Error for a longer body */
export const readLimited = async (response: Response, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** No redirects, because only the given URL is trusted. */
export const fetchLimited: FetchLimited = async ({ url, body, accept, maxBytes, timeLimit }) => {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { accept, ...(body === undefined ? {} : { 'content-type': body.contentType }) },
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimit),
    ...(body === undefined ? {} : { body: Uint8Array.from(body.bytes) }),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`the answer has status ${response.status}`)
  }
  return readLimited(response, maxBytes)
}
