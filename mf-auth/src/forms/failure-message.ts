import type { ErrorCode } from 'shared/contract'
import { HttpError, messageOf, REQUEST_FALLBACK } from 'shared/http'
import { PasskeyCancelled } from '../passkeys/passkeys.ts'
import type { FailureTexts } from './failure-texts.ts'

export interface FormFailure<Field extends string> {
  readonly message: string
  readonly field?: Field
}

const fieldByCode: Partial<Record<ErrorCode, string>> = {
  USERNAME_TAKEN: 'username',
  RESET_CODE_INVALID: 'code',
}

/** Generic texts that the screen's own texts replace. */
const genericTexts = [REQUEST_FALLBACK, 'No autorizado (401)']

const httpMessage = (error: HttpError, texts: FailureTexts): string => {
  if (error.serverMessage !== undefined) return error.serverMessage
  if (!genericTexts.includes(error.message)) return error.message
  const { status = 0 } = error
  return status >= 400 && status < 500 ? texts.refused : texts.failed
}

/** Chooses the server's field error, its reason, or the screen's text. */
export const describeFailure = <Field extends string>(
  error: unknown,
  texts: FailureTexts,
  fields: readonly Field[],
): FormFailure<Field> => {
  if (error instanceof PasskeyCancelled) return { message: error.message }
  if (!(error instanceof HttpError)) return { message: messageOf(error, texts.unexpected) }
  const fieldErrors = error.failure.kind === 'refused' ? (error.failure.error?.fields ?? {}) : {}
  for (const field of fields) {
    const message = fieldErrors[field]
    if (message !== undefined) return { message, field }
  }
  const message = httpMessage(error, texts)
  const named = error.code && fieldByCode[error.code]
  const field = fields.find((name) => name === named)
  return field === undefined ? { message } : { message, field }
}

/** For failures that no form shows. */
export const formFailureMessage = (error: unknown, texts: FailureTexts): string =>
  describeFailure(error, texts, []).message
