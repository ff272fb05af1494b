import type { UserFile } from '../contract/index.ts'
import { uploadFileCall } from '../contract/index.ts'
import { sendForm, type UploadOptions } from './send-form.ts'

export interface UploadInput {
  readonly file: File
  readonly fileTypeId: number
  readonly description: string
  readonly notes: string
  /** Remove active content; the user agreed. */
  readonly clean?: boolean
  /** Of an encrypted PDF; the user agreed that a copy without protection is signed. */
  readonly password?: string | undefined
  /** Reuse it for retries: 16 to 128 letters, digits, dashes. */
  readonly key?: string
}

const uploadForm = (input: UploadInput): FormData => {
  const form = new FormData()
  // The server needs the text parts before the file.
  form.append('file_type_id', String(input.fileTypeId))
  form.append('description', input.description)
  form.append('notes', input.notes)
  if (input.clean) form.append('clean', 'true')
  if (input.password) {
    form.append('opened_copy', 'true')
    form.append('password', input.password)
  }
  form.append('file', input.file)
  return form
}

/** @throws HttpError with the server's structured error, AbortError */
export const uploadFile = (input: UploadInput, options: UploadOptions): Promise<UserFile> =>
  sendForm({ call: uploadFileCall, key: input.key, form: () => uploadForm(input) }, options)
