import type { ErrorCode } from 'shared/contract'
import { HttpError, REQUEST_FALLBACK } from 'shared/http'

/** What a flow says when the server gives no reason (specification, section 8). */
export interface FailureTexts {
  /** The server refused what was entered. */
  readonly refused: string
  /** The server could not do it. */
  readonly failed: string
  /** Something else went wrong, on this side. */
  readonly unexpected: string
}

/** A flow that failed: what to say, and the field that it is about where that is known. */
export interface AuthFailure<Field extends string> {
  readonly message: string
  readonly field?: Field
}

const fieldByCode: Partial<Record<ErrorCode, string>> = {
  USERNAME_TAKEN: 'username',
  RESET_CODE_INVALID: 'code',
}

/** Texts of the request helper that name a status and no reason: the flow's own say more. */
const bare = [REQUEST_FALLBACK, 'No autorizado (401)']

const messageOf = (error: HttpError, texts: FailureTexts): string => {
  if (error.serverMessage !== undefined) return error.serverMessage
  if (!bare.includes(error.message)) return error.message
  const { status = 0 } = error
  return status >= 400 && status < 500 ? texts.refused : texts.failed
}

/**
 * What a screen says about a failed flow: the server's word on one of the form's fields, else its reason, else the
 * flow's texts.
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
