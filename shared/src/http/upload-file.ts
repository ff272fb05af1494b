import type { UserFile } from '../contract/index.ts'
import { uploadFileCall } from '../contract/index.ts'
import { currentAccessToken, refreshAccessToken } from './auth.ts'
import { HttpError } from './http-error.ts'
import { NETWORK_MESSAGE, readFailure } from './read-failure.ts'
import { parseReply, urlOf } from './request.ts'

export interface UploadInput {
  readonly file: File
  readonly fileTypeId: number
  readonly description: string
  readonly notes: string
  /** Take out what was found in the file; the person was told what that is, and wants it. */
  readonly clean?: boolean
}

export interface UploadOptions {
  /** Bytes that have really left, and all of them. */
  readonly onSent: (sent: number, total: number) => void
  readonly signal: AbortSignal
}

const formOf = (input: UploadInput): FormData => {
  const form = new FormData()
  // The text parts come first: the server knows them before the first byte of the file.
  form.append('file_type_id', String(input.fileTypeId))
  form.append('description', input.description)
  form.append('notes', input.notes)
  if (input.clean) form.append('clean', 'true')
  form.append('file', input.file)
  return form
}

const send = (form: FormData, token: string | undefined, { onSent, signal }: UploadOptions) =>
  new Promise<XMLHttpRequest>((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    xhr.open(uploadFileCall.method, urlOf(uploadFileCall))
    xhr.withCredentials = true
    if (token !== undefined) xhr.setRequestHeader('Authorization', `Bearer ${token}`)
    xhr.upload.onprogress = (event) => onSent(event.loaded, event.total)
    xhr.onload = () => resolve(xhr)
    xhr.onerror = () => reject(new HttpError(NETWORK_MESSAGE, { kind: 'network' }))
    xhr.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    xhr.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    if (signal.aborted) return reject(new DOMException('The upload was cancelled', 'AbortError'))
    xhr.send(form)
  })

/**
 * Uploads one file with progress, which `fetch` cannot report.
 *
 * @throws HttpError, whose failure carries the structured error where the server sent one; AbortError when cancelled
 */
export const uploadFile = async (input: UploadInput, options: UploadOptions): Promise<UserFile> => {
  const token = currentAccessToken()
  let answer = await send(formOf(input), token, options)
  if (answer.status === 401) {
    const renewed = await refreshAccessToken(token)
    if (renewed !== undefined) answer = await send(formOf(input), renewed, options)
  }
  if (answer.status < 200 || answer.status > 299) {
    throw readFailure(answer.status, answer.responseText, answer.getResponseHeader('retry-after'))
  }
  return parseReply(uploadFileCall, answer.status, answer.responseText)
}
