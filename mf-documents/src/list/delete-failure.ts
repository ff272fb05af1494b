import type { FileError } from 'shared/contract'
import { HttpError } from 'shared/http'
import { DELETE_FAILURE } from './constants.ts'

const explained: readonly FileError['error_type'][] = ['PERMISSION_ERROR', 'DELETE_ERROR', 'UNEXPECTED_ERROR']

/** '{title}: {message}' if the server explains the failure. */
export const deleteFailure = (error: unknown): string => {
  const failure = error instanceof HttpError ? error.failure : undefined
  const fileError = failure?.kind === 'refused' ? failure.fileError : undefined
  return fileError && explained.includes(fileError.error_type)
    ? `${fileError.title}: ${fileError.message}`
    : DELETE_FAILURE
}
