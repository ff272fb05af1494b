import { type FileError, PDF_MIME_TYPE, UPLOAD_MAX_BYTES } from 'shared/contract'
import { HttpError, messageOf } from 'shared/http'
import { addingTexts } from './texts.ts'

export interface RefusedFile {
  readonly reason: string
  /** What to do next. */
  readonly advice: string
  /** A password could lift the refusal. */
  readonly locked?: FileError | undefined
}

/** The rules of the upload page; the server checks them again. */
export const refusedBeforeUpload = ({ type, size }: Pick<File, 'type' | 'size'>): RefusedFile | undefined => {
  if (type !== PDF_MIME_TYPE) return { reason: addingTexts.notPdf, advice: addingTexts.notPdfAdvice }
  if (size > UPLOAD_MAX_BYTES) return { reason: addingTexts.tooLarge, advice: addingTexts.tooLargeAdvice }
  return undefined
}

export const refusedUpload = (error: unknown): RefusedFile => {
  const explained = error instanceof HttpError && error.failure.kind === 'refused' ? error.failure.fileError : undefined
  if (!explained) return { reason: messageOf(error), advice: addingTexts.unchanged }
  const { title, message, suggestion, can_clean: isCleanable, can_open: isLocked } = explained
  const advice = isCleanable ? addingTexts.cleanable : suggestion
  return { reason: `${title}. ${message}`, advice, locked: isLocked ? explained : undefined }
}
