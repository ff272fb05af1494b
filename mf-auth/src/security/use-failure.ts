import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { notify } from 'shared/state'
import { PasskeyCancelled } from '../passkeys/use-passkey.ts'
import { type AuthFailure, authFailure } from '../screen/auth-failure.ts'
import { securityTexts } from './security-texts.ts'

const failureOf = <Field extends string>(error: unknown, fields: readonly Field[]): AuthFailure<Field> =>
  error instanceof PasskeyCancelled ? { message: error.message } : authFailure(error, securityTexts, fields)

/** Notifies, and marks the field if the server names one. */
export const useFailure =
  <Values extends FieldValues>(setError: UseFormSetError<Values>, fields: readonly Path<Values>[]) =>
  (error: unknown): void => {
    const { message, field } = failureOf(error, fields)
    notify({ type: 'error', message })
    if (field) setError(field, { message }, { shouldFocus: true })
  }

/** For actions without a form. */
export const notifyFailure = (error: unknown): void => {
  notify({ type: 'error', message: failureOf(error, []).message })
}
