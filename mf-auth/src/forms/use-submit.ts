import { type BaseSyntheticEvent, useEffect } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { describeFailure } from './failure-message.ts'
import { type FailureTexts, failureTexts } from './failure-texts.ts'
import { useOneNotification } from './use-one-notification.ts'

export interface SubmitOptions<Values extends FieldValues, Output> {
  /** @throws HttpError, PasskeyCancelled */
  readonly work: (values: Output) => Promise<void>
  /** Inputs that can show a server error. */
  readonly fields: readonly Path<Values>[]
  readonly texts?: FailureTexts
  readonly onInvalid?: (errors: FieldErrors<Values>) => void
}

export interface FormSubmission {
  readonly submit: (event?: BaseSyntheticEvent) => Promise<void>
  readonly fail: (error: unknown) => void
  readonly formError: string | undefined
}

const firstMessage = (errors: FieldErrors): string | undefined =>
  Object.values(errors)
    .map((error) => error?.message)
    .find((text) => typeof text === 'string')

/** Shows errors at their field or in the form, and notifies. */
export const useSubmit = <Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { work, fields, texts = failureTexts.security, onInvalid }: SubmitOptions<Values, Output>,
): FormSubmission => {
  const { setError, clearErrors, subscribe, handleSubmit, formState } = form
  const { errors } = formState
  const { show, hide } = useOneNotification(Object.keys(errors).length > 0)

  // A field's own error ends when it is valid again.
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, errors: current }) => {
          if (name !== undefined && current?.root) clearErrors('root')
        },
      }),
    [subscribe, clearErrors],
  )

  const fail = (error: unknown) => {
    const { message, field } = describeFailure(error, texts, fields)
    show({ type: 'error', message, announced: field !== undefined })
    if (field) return setError(field, { message }, { shouldFocus: true })
    setError('root.server', { message })
  }
  const submit = handleSubmit(
    async (values) => {
      hide()
      try {
        await work(values)
      } catch (error) {
        fail(error)
      }
    },
    (invalid) => {
      const message = firstMessage(invalid)
      if (message !== undefined) show({ type: 'warning', message })
      onInvalid?.(invalid)
    },
  )
  return { submit, fail, formError: errors.root?.server?.message }
}
