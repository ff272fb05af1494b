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

/** The server needs the text parts before the file. */
const uploadParts = (input: UploadInput): Readonly<Record<string, string | File>> => ({
  file_type_id: String(input.fileTypeId),
  description: input.description,
  notes: input.notes,
  ...(input.clean && { clean: 'true' }),
  ...(input.password && { opened: 'true', password: input.password }),
  file: input.file,
})

const uploadForm = (input: UploadInput): FormData => {
  const form = new FormData()
  for (const [name, part] of Object.entries(uploadParts(input))) form.append(name, part)
  return form
}

/** @throws HttpError with the server's structured error, AbortError */
export const uploadFile = (input: UploadInput, options: UploadOptions): Promise<UserFile> =>
  sendForm({ call: uploadFileCall, key: input.key, form: () => uploadForm(input) }, options)
