import type {} from '@fastify/swagger'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { FastifySchema } from 'fastify'
import { type Call, UploadPartsSchema, uploadFileCall } from 'shared/contract'
import { OAuthErrorSchema } from 'shared/contract/accounts'
import { AnnotationPartsSchema, saveAnnotationsCall } from 'shared/contract/annotations'
import { ErrorBodySchema } from 'shared/contract/errors'
import { verifyFileCall } from 'shared/contract/verify'
import * as v from 'valibot'
import type { RouteAccess } from './actor.ts'
import { callSummaries } from './call-summaries.ts'

type Direction = 'input' | 'output'

const described: Record<Direction, WeakMap<v.GenericSchema, Record<string, unknown>>> = {
  input: new WeakMap(),
  output: new WeakMap(),
}

/** Documentation only; omits rules that JSON Schema lacks. */
const jsonSchema = (schema: v.GenericSchema, typeMode: Direction): Record<string, unknown> => {
  const known = described[typeMode].get(schema)
  if (known !== undefined) return { ...known }
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  described[typeMode].set(schema, rest)
  return { ...rest }
}

export const replySchema = ({ reply }: Pick<Call, 'reply'>): Record<string, unknown> => jsonSchema(reply, 'output')

/** Multipart bodies: text parts and the file's name. */
const multipartBodies: Readonly<Record<string, readonly [texts: v.GenericSchema, bytes: string]>> = {
  [uploadFileCall.name]: [UploadPartsSchema, 'file'],
  [saveAnnotationsCall.name]: [AnnotationPartsSchema, 'tail'],
  [verifyFileCall.name]: [v.object({}), 'file'],
}

const multipartBody = ({ name }: Call): Record<string, unknown> => {
  const [texts, bytes] = multipartBodies[name] ?? [UploadPartsSchema, 'file']
  const parts = jsonSchema(texts, 'input')
  const properties = typeof parts.properties === 'object' ? parts.properties : {}
  const required = Array.isArray(parts.required) ? parts.required : []
  return {
    ...parts,
    properties: { ...properties, [bytes]: { type: 'string', format: 'binary' } },
    required: [...required, bytes],
  }
}

const bodySchema = (call: Call): Pick<FastifySchema, 'body' | 'consumes'> => {
  if (call.encoding === 'multipart') return { body: multipartBody(call), consumes: ['multipart/form-data'] }
  if (call.body === undefined) return {}
  const consumes = call.encoding === 'form' ? ['application/x-www-form-urlencoded'] : ['application/json']
  return { body: jsonSchema(call.body, 'input'), consumes }
}

const tagOf = (path: string): string => path.replace(/^\/(?:(?:home\/)?api\/)?/, '').split('/')[0] ?? 'api'

/** OpenAPI 3.1 allows scopes for any scheme. */
const securityOf = (access: RouteAccess): Record<string, string[]>[] =>
  'programs' in access && access.programs !== undefined
    ? [{ bearer: [] }, { program: [access.programs] }]
    : [{ bearer: [] }]

/** Describes a call for OpenAPI; valibot validates. */
export const describeCall = (call: Call, access: RouteAccess): FastifySchema => ({
  summary: callSummaries[call.name] ?? call.name,
  tags: [tagOf(call.path)],
  ...(access.kind === 'anyone' ? {} : { security: securityOf(access) }),
  ...(call.params === undefined ? {} : { params: jsonSchema(call.params, 'input') }),
  ...(call.query === undefined ? {} : { querystring: jsonSchema(call.query, 'input') }),
  ...bodySchema(call),
  response: {
    '2xx': { description: 'Correcto', ...replySchema(call) },
    '4xx': {
      description: 'Rechazado',
      ...jsonSchema(call.failures === 'oauth' ? OAuthErrorSchema : ErrorBodySchema, 'output'),
    },
  },
})
