import type { FileError } from 'shared/contract'
import { HttpError } from 'shared/http'
import * as v from 'valibot'
import { UPLOAD_FAILURE } from './constants.ts'

/** Determines the panel's look. */
export type Severity = 'critical' | 'error' | 'warning'

/** `said`: a message without details. */
export type UploadFailure =
  | { readonly kind: 'explained'; readonly severity: Severity; readonly error: FileError }
  | { readonly kind: 'said'; readonly message: string }

export const severityOf = ({ error_code, error_type }: Pick<FileError, 'error_code' | 'error_type'>): Severity => {
  if (/MALICIOUS|INJECTION/.test(error_code)) return 'critical'
  return error_type === 'FILE_SIZE_ERROR' || error_type === 'FILE_TYPE_ERROR' ? 'warning' : 'error'
}

const TextsSchema = v.object({
  detail: v.optional(v.string()),
  message: v.optional(v.string()),
  error: v.optional(v.string()),
})

/** A proxy's HTML page is not shown. */
const bodyText = (body: string): string => {
  const text = body.trim()
  return text === '' || /^<(!doctype|html|\?xml)/i.test(text) ? UPLOAD_FAILURE : text
}

const saidBy = (body: unknown): string => {
  if (typeof body === 'string') return bodyText(body)
  const texts = v.safeParse(TextsSchema, body)
  if (!texts.success) return UPLOAD_FAILURE
  return texts.output.detail ?? texts.output.message ?? texts.output.error ?? UPLOAD_FAILURE
}

/** Parses a failure (specification, section 8, 'Upload'). */
export const readUploadFailure = (cause: unknown): UploadFailure => {
  if (!(cause instanceof HttpError)) return { kind: 'said', message: UPLOAD_FAILURE }
  const { failure } = cause
  if (failure.kind === 'network') return { kind: 'said', message: cause.message }
  if (failure.kind === 'unexpected-reply') return { kind: 'said', message: UPLOAD_FAILURE }
  return failure.fileError
    ? { kind: 'explained', severity: severityOf(failure.fileError), error: failure.fileError }
    : { kind: 'said', message: saidBy(failure.body) }
}
