import type { FileError } from 'shared/contract'
import { HttpError, messageOf, reportUnknown, serverText } from 'shared/http'

/** Texts for failures without an explanation (specification, section 8). */
const fallbacks = {
  delete: 'No se pudo eliminar el documento',
  upload: 'No se puede subir el archivo. Verifique que sea un PDF válido y seguro.',
} as const

export type FailedAction = 'delete' | 'download' | 'upload'

const explainedDeletions: readonly FileError['error_type'][] = ['PERMISSION_ERROR', 'DELETE_ERROR', 'UNEXPECTED_ERROR']

export const readFileError = (error: unknown): FileError | undefined =>
  error instanceof HttpError && error.failure.kind === 'refused' ? error.failure.fileError : undefined

const deletionMessage = (error: unknown): string => {
  reportUnknown(error)
  const explained = readFileError(error)
  return explained && explainedDeletions.includes(explained.error_type)
    ? `${explained.title}: ${explained.message}`
    : fallbacks.delete
}

/** A proxy's HTML page is not shown. */
const plainTextMessage = (body: string): string => {
  const text = body.trim()
  return text === '' || /^<(!doctype|html|\?xml)/i.test(text) ? fallbacks.upload : text
}

const responseMessage = (body: unknown): string => {
  if (typeof body === 'string') return plainTextMessage(body)
  return serverText(body, 'upload') ?? fallbacks.upload
}

const uploadMessage = (error: unknown): string => {
  if (!(error instanceof HttpError)) return messageOf(error, fallbacks.upload)
  if (error.failure.kind === 'network') return error.message
  return error.failure.kind === 'refused' ? responseMessage(error.failure.body) : fallbacks.upload
}

export const documentFailureMessage = (error: unknown, action: FailedAction): string => {
  if (action === 'delete') return deletionMessage(error)
  return action === 'upload' ? uploadMessage(error) : messageOf(error)
}
