import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { notify } from 'shared/state'
import { describeFailure, failureMessage } from './failure-message.ts'
import { type FailureTexts, failureTexts } from './failure-texts.ts'

export interface FormTarget<Values extends FieldValues> {
  readonly setError: UseFormSetError<Values>
  /** Inputs that can show a server error. */
  readonly fields: readonly Path<Values>[]
  readonly texts?: FailureTexts
}

/** Notifies, and marks the field if the server names one. */
export const notifyFormFailure = <Values extends FieldValues>(
  error: unknown,
  { setError, fields, texts = failureTexts.security }: FormTarget<Values>,
): void => {
  const { message, field } = describeFailure(error, texts, fields)
  notify({ type: 'error', message })
  if (field) setError(field, { message }, { shouldFocus: true })
}

/** For actions without a form. */
export const notifyFailure = (error: unknown, texts: FailureTexts = failureTexts.security): void => {
  notify({ type: 'error', message: failureMessage(error, texts) })
}
