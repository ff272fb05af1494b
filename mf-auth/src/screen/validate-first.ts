import { valibotResolver } from '@hookform/resolvers/valibot'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { notify } from 'shared/state'
import type * as v from 'valibot'

/**
 * A resolver that stops at the first rule that fails, in the order of the schema: only that message is shown, and
 * react-hook-form focuses its field.
 */
export const validateFirst = <Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> => valibotResolver(schema, { abortEarly: true })

/** Shows the failing rule as a warning: the second handler of `handleSubmit`. */
export const warnOfFirst = (errors: FieldErrors): void => {
  const message = Object.values(errors)
    .map((error) => error?.message)
    .find((text) => typeof text === 'string')
  if (message) notify({ type: 'warning', message })
}
