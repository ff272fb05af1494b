import type { ErrorCode } from 'shared/contract'
import { HttpError, REQUEST_FALLBACK } from 'shared/http'

/** Texts for failures without a reason (specification, section 8). */
export interface FailureTexts {
  /** The server rejected the input. */
  readonly refused: string
  /** The server failed. */
  readonly failed: string
  /** The client failed. */
  readonly unexpected: string
}

export interface AuthFailure<Field extends string> {
  readonly message: string
  readonly field?: Field
}

const fieldByCode: Partial<Record<ErrorCode, string>> = {
  USERNAME_TAKEN: 'username',
  RESET_CODE_INVALID: 'code',
}

/** Generic texts that the flow's own texts replace. */
const bare = [REQUEST_FALLBACK, 'No autorizado (401)']

const messageOf = (error: HttpError, texts: FailureTexts): string => {
  if (error.serverMessage !== undefined) return error.serverMessage
  if (!bare.includes(error.message)) return error.message
  const { status = 0 } = error
  return status >= 400 && status < 500 ? texts.refused : texts.failed
}

/**
 * Chooses the message: the server's field
 * error, its reason, or the flow's text.
 *
 * @param fields names of the form's fields
 */
export const authFailure = <Field extends string>(
  error: unknown,
  texts: FailureTexts,
  fields: readonly Field[],
): AuthFailure<Field> => {
  if (!(error instanceof HttpError)) return { message: texts.unexpected }
  const refusals = error.failure.kind === 'refused' ? (error.failure.error?.fields ?? {}) : {}
  for (const field of fields) {
    const message = refusals[field]
    if (message !== undefined) return { message, field }
  }
  const message = messageOf(error, texts)
  const named = error.code && fieldByCode[error.code]
  const field = fields.find((name) => name === named)
  return field === undefined ? { message } : { message, field }
}
