import type { FileError } from 'shared/contract'
import { failureMessage, readFileError } from '../failure-message.ts'

export type Severity = 'critical' | 'error' | 'warning'

/** `message`: a failure without details. */
export type UploadFailure =
  | { readonly kind: 'explained'; readonly severity: Severity; readonly error: FileError }
  | { readonly kind: 'message'; readonly message: string }

export const fileErrorSeverity = ({
  error_code,
  error_type,
}: Pick<FileError, 'error_code' | 'error_type'>): Severity => {
  if (/MALICIOUS|INJECTION/.test(error_code)) return 'critical'
  return error_type === 'FILE_SIZE_ERROR' || error_type === 'FILE_TYPE_ERROR' ? 'warning' : 'error'
}

/** Specification, section 8, 'Upload'. */
export const readUploadFailure = (cause: unknown): UploadFailure => {
  const error = readFileError(cause)
  return error
    ? { kind: 'explained', severity: fileErrorSeverity(error), error }
    : { kind: 'message', message: failureMessage(cause, 'upload') }
}
