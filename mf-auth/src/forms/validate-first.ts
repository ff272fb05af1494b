import { valibotResolver } from '@hookform/resolvers/valibot'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as v from 'valibot'

/**
 * Stops at the first failing rule in schema order,
 * so react-hook-form focuses that field only.
 */
export const validateFirst = <Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> => valibotResolver(schema, { abortEarly: true })
