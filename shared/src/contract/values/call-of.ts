import type * as v from 'valibot'
import type { Call } from './call.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** `defineCall` in one line, for this package. */
export const callOf = <
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
>(
  name: string,
  method: Call['method'],
  path: Call['path'],
  shape: Omit<Call<Params, Query, Body, Reply>, 'name' | 'method' | 'path'>,
): Call<Params, Query, Body, Reply> => ({ name, method, path, ...shape })
