import type { FileError } from 'shared/contract'
import { documentFailureMessage, readFileError } from '../failure-message.ts'

export type FailureSeverity = 'critical' | 'error' | 'warning'

/** `message`: a failure without details. */
export type UploadFailure =
  | { readonly kind: 'explained'; readonly severity: FailureSeverity; readonly error: FileError }
  | { readonly kind: 'message'; readonly message: string }

export const fileErrorSeverity = ({
  error_code,
  error_type,
}: Pick<FileError, 'error_code' | 'error_type'>): FailureSeverity => {
  if (/MALICIOUS|INJECTION/.test(error_code)) return 'critical'
  return error_type === 'FILE_SIZE_ERROR' || error_type === 'FILE_TYPE_ERROR' ? 'warning' : 'error'
}

/** The refusal that a password could lift. */
export const lockedBy = (failure: UploadFailure): FileError | undefined =>
  failure.kind === 'explained' && failure.error.can_open ? failure.error : undefined

/** Specification, section 8, 'Upload'. */
export const readUploadFailure = (cause: unknown): UploadFailure => {
  const error = readFileError(cause)
  return error
    ? { kind: 'explained', severity: fileErrorSeverity(error), error }
    : { kind: 'message', message: documentFailureMessage(cause, 'upload') }
}
