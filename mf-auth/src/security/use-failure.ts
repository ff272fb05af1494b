import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { notify } from 'shared/state'
import { authFailure } from '../screen/auth-failure.ts'
import { securityTexts } from './security-texts.ts'

/** Says why something failed: as a notification and, if the server names one, at the field. */
export const useFailure =
  <Values extends FieldValues>(setError: UseFormSetError<Values>, fields: readonly Path<Values>[]) =>
  (error: unknown): void => {
    const { message, field } = authFailure(error, securityTexts, fields)
    notify({ type: 'error', message })
    if (field) setError(field, { message }, { shouldFocus: true })
  }

/** Says why something without a form failed. */
export const notifyFailure = (error: unknown): void => {
  notify({ type: 'error', message: authFailure(error, securityTexts, []).message })
}
