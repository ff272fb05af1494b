import type { Call } from 'shared/contract'
import * as v from 'valibot'
import { ApiError } from './api-error.ts'

const plainMessage = (issue: v.BaseIssue<unknown>): string => {
  if (issue.received === 'undefined') return 'Falta un dato requerido.'
  if (issue.type === 'max_length') return 'Este dato es demasiado largo.'
  return 'Este dato no tiene la forma esperada.'
}

const isSpanishRule = (issue: v.BaseIssue<unknown>): boolean => !/^Invalid /.test(issue.message)

const messageOf = (issue: v.BaseIssue<unknown>): string => (isSpanishRule(issue) ? issue.message : plainMessage(issue))

/**
 * Parses a part of a request.
 * @throws ApiError VALIDATION with the first message per path
 */
export const parseInput = <Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const fields: Record<string, string> = {}
  for (const issue of result.issues) {
    const path = v.getDotPath(issue) ?? ''
    fields[path] ??= messageOf(issue)
  }
  throw new ApiError('VALIDATION', { message: messageOf(result.issues[0]), fields })
}

type Part = 'params' | 'query' | 'body'

export type InputOf<C extends Call, P extends Part> =
  NonNullable<C[P]> extends v.GenericSchema ? v.InferOutput<NonNullable<C[P]>> : undefined

export const parsePart = (schema: v.GenericSchema | undefined, value: unknown): unknown =>
  schema === undefined ? undefined : parseInput(schema, value)
