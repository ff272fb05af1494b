import type { Call, ReplyOf } from '../contract/index.ts'
import { currentAccessToken, refreshAccessToken } from './auth.ts'
import { HttpError } from './http-error.ts'
import { NETWORK_MESSAGE, readFailure } from './read-failure.ts'
import { type Bearer, parseReply, type RequestOptions, urlOf } from './request.ts'

export interface UploadOptions {
  /** Bytes. */
  readonly onSent: (sent: number, total: number) => void
  readonly signal: AbortSignal
}

export interface FormCall<C extends Call> {
  readonly call: C
  readonly params?: RequestOptions<Call>['params']
  /** `Idempotency-Key` of the request. */
  readonly key?: string | undefined
  /** Default: the session, renewed once after a 401. */
  readonly bearer?: Bearer
  readonly form: () => FormData
}

const sendOnce = <C extends Call>(
  { call, params, key, form }: FormCall<C>,
  token: string | undefined,
  { onSent, signal }: UploadOptions,
) =>
  new Promise<XMLHttpRequest>((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    xhr.open(call.method, urlOf(call, params))
    xhr.withCredentials = !globalThis.trazoSite
    if (token !== undefined) xhr.setRequestHeader('Authorization', `Bearer ${token}`)
    if (key !== undefined) xhr.setRequestHeader('Idempotency-Key', `"${key}"`)
    xhr.upload.onprogress = (event) => onSent(event.loaded, event.total)
    xhr.onload = () => resolve(xhr)
    xhr.onerror = () => reject(new HttpError(NETWORK_MESSAGE, { kind: 'network' }))
    xhr.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    xhr.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    if (signal.aborted) return reject(new DOMException('The upload was cancelled', 'AbortError'))
    xhr.send(form())
  })

/**
 * `fetch` reports no progress. After a 401, refreshes and retries once.
 * @throws HttpError with the server's structured error, AbortError when
 * cancelled
 */
export const sendForm = async <C extends Call>(sent: FormCall<C>, options: UploadOptions): Promise<ReplyOf<C>> => {
  const { bearer = 'session' } = sent
  const token = typeof bearer === 'object' ? bearer.token : currentAccessToken()
  let answer = await sendOnce(sent, token, options)
  if (answer.status === 401 && bearer === 'session') {
    const renewed = await refreshAccessToken(token)
    if (renewed !== undefined) answer = await sendOnce(sent, renewed, options)
  }
  if (answer.status < 200 || answer.status > 299) {
    throw readFailure(answer.status, answer.responseText, answer.getResponseHeader('retry-after'))
  }
  return parseReply(sent.call, answer.status, answer.responseText)
}
