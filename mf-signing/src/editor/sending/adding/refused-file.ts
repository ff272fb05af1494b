import { type FileError, PDF_MIME_TYPE, UPLOAD_MAX_BYTES } from 'shared/contract'
import { HttpError, messageOf } from 'shared/http'
import { addingTexts } from './texts.ts'

export interface RefusedFile {
  readonly reason: string
  /** What to do next. */
  readonly advice: string
}

/** The rules of the upload page; the server checks them again. */
export const refusedBeforeUpload = ({ type, size }: Pick<File, 'type' | 'size'>): RefusedFile | undefined => {
  if (type !== PDF_MIME_TYPE) return { reason: addingTexts.notPdf, advice: addingTexts.notPdfAdvice }
  if (size > UPLOAD_MAX_BYTES) return { reason: addingTexts.tooLarge, advice: addingTexts.tooLargeAdvice }
  return undefined
}

const explanationOf = (error: unknown): FileError | undefined =>
  error instanceof HttpError && error.failure.kind === 'refused' ? error.failure.fileError : undefined

/** The refusal that a password could lift. */
export const lockedUpload = (error: unknown): FileError | undefined => {
  const explained = explanationOf(error)
  return explained?.can_open ? explained : undefined
}

export const refusedUpload = (error: unknown): RefusedFile => {
  const explained = explanationOf(error)
  if (!explained) return { reason: messageOf(error), advice: addingTexts.unchanged }
  const { title, message, suggestion, can_clean: isCleanable } = explained
  return { reason: `${title}. ${message}`, advice: isCleanable ? addingTexts.cleanable : suggestion }
}
