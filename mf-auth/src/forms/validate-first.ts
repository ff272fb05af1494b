import { valibotResolver } from '@hookform/resolvers/valibot'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { notify } from 'shared/state'
import type * as v from 'valibot'

/**
 * Stops at the first failing rule in schema order,
 * so react-hook-form focuses that field only.
 */
export const validateFirst = <Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> => valibotResolver(schema, { abortEarly: true })

/** For `handleSubmit`'s second parameter. */
export const notifyFirstError = (errors: FieldErrors): void => {
  const message = Object.values(errors)
    .map((error) => error?.message)
    .find((text) => typeof text === 'string')
  if (message) notify({ type: 'warning', message })
}
