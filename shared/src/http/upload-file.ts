import type { UserFile } from '../contract/index.ts'
import { uploadFileCall } from '../contract/index.ts'
import { sendForm, type UploadOptions } from './send-form.ts'

export interface UploadInput {
  readonly file: File
  readonly fileTypeId: number
  readonly description: string
  readonly notes: string
  /** Take out what was found in the file; the person was told what that is, and wants it. */
  readonly clean?: boolean
  /** Names this upload: sent again with it, the document is stored once. Letters, digits and dashes, 16 to 128. */
  readonly key?: string
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

/**
 * Uploads one file with progress, which `fetch` cannot report.
 *
 * @throws HttpError, whose failure carries the structured error where the server sent one; AbortError when cancelled
 */
export const uploadFile = (input: UploadInput, options: UploadOptions): Promise<UserFile> =>
  sendForm({ call: uploadFileCall, key: input.key, form: () => formOf(input) }, options)
