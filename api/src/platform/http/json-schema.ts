import { toJsonSchema } from '@valibot/to-json-schema'
import type { Call } from 'shared/contract'
import type * as v from 'valibot'

/** What this API writes of JSON Schema. */
export interface DescribedSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, DescribedSchema>>
  readonly required?: readonly string[]
  readonly items?: DescribedSchema
  readonly anyOf?: readonly DescribedSchema[]
  readonly oneOf?: readonly DescribedSchema[]
  readonly [other: string]: unknown
}

type Direction = 'input' | 'output'

const described: Record<Direction, WeakMap<v.GenericSchema, DescribedSchema>> = {
  input: new WeakMap(),
  output: new WeakMap(),
}

/** Documentation only; omits rules that JSON Schema lacks. */
export const jsonSchema = (schema: v.GenericSchema, typeMode: Direction): DescribedSchema => {
  const known = described[typeMode].get(schema)
  if (known !== undefined) return known
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  // Its types allow `true` in the place of a schema, which valibot's converter never writes.
  const written = rest as DescribedSchema
  described[typeMode].set(schema, written)
  return written
}

export const replySchema = ({ reply }: Pick<Call, 'reply'>): DescribedSchema => jsonSchema(reply, 'output')
