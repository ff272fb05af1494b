import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { notify } from 'shared/state'
import { PasskeyCancelled } from '../passkeys/use-passkey.ts'
import { type AuthFailure, authFailure } from '../screen/auth-failure.ts'
import { securityTexts } from './security-texts.ts'

/** The person or the browser gave up a passkey: it says so itself. */
const failureOf = <Field extends string>(error: unknown, fields: readonly Field[]): AuthFailure<Field> =>
  error instanceof PasskeyCancelled ? { message: error.message } : authFailure(error, securityTexts, fields)

/** Says why something failed: as a notification and, if the server names one, at the field. */
export const useFailure =
  <Values extends FieldValues>(setError: UseFormSetError<Values>, fields: readonly Path<Values>[]) =>
  (error: unknown): void => {
    const { message, field } = failureOf(error, fields)
    notify({ type: 'error', message })
    if (field) setError(field, { message }, { shouldFocus: true })
  }

/** Says why something without a form failed. */
export const notifyFailure = (error: unknown): void => {
  notify({ type: 'error', message: failureOf(error, []).message })
}
