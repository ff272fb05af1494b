import { type Call, PRODUCT } from 'shared/contract'
import { oauthTokenCall, type ProgramScope } from 'shared/contract/accounts'
import type { RouteAccess } from '../actor.ts'
import { describeCall } from '../describe-call.ts'
import { PROBLEM_TYPE } from '../problem-details.ts'
import { apiClientTitles, scopeTitles } from './api-client-titles.ts'
import { exampleOf, type ReferenceSchema } from './example-of.ts'

export interface ApiClientCall {
  readonly call: Call
  readonly scope?: ProgramScope
}

interface Media {
  readonly schema: ReferenceSchema
  readonly example?: unknown
}

export interface ReferenceOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly required: boolean
    readonly schema: ReferenceSchema
    readonly example?: unknown
  }[]
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, object>>
}

type Paths = Record<string, Record<string, ReferenceOperation>>

const ACCESS_TAG = 'Obtener acceso'

const PROBLEM: ReferenceSchema = {
  type: 'object',
  description: 'RFC 9457. `code` dice la razón; `detail`, en español, dice qué hacer.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    request_id: { type: 'string' },
  },
}

const PROBLEM_EXAMPLE = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  detail: 'No encontramos lo que buscas.',
  code: 'NOT_FOUND',
}

const isSchema = (value: unknown): value is ReferenceSchema => typeof value === 'object' && value !== null

const asSchema = (value: unknown): ReferenceSchema => (isSchema(value) ? value : {})

const parametersOf = (schema: ReferenceSchema, place: 'path' | 'query'): ReferenceOperation['parameters'] =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const required = place === 'path' || (schema.required ?? []).includes(name)
    return {
      name,
      in: place,
      required,
      schema: property,
      ...(required || name === 'limit' ? { example: exampleOf(property, name) } : {}),
    }
  })

const fromForm = { grant_type: 'client_credentials', scope: 'documents:write' }

const requestBodyOf = (
  call: Call,
  schema: ReferenceSchema,
  consumes: readonly string[] = [],
): ReferenceOperation['requestBody'] => {
  const example = call === oauthTokenCall ? fromForm : exampleOf(schema)
  return { required: true, content: { [consumes[0] ?? 'application/json']: { schema, example } } }
}

const repliesOf = (call: Call, reply: ReferenceSchema) => {
  const { description: _, ...schema } = reply
  const content: Record<string, Media> =
    Object.keys(schema).length === 0
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema, example: exampleOf(schema, '', call !== oauthTokenCall) } }
  return { description: 'Correcto', content }
}

const problem = { $ref: '#/components/responses/Problem' }
const oauthProblem = {
  description: 'Rechazado (RFC 6749, sección 5.2)',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'string' }, error_description: { type: 'string' } },
      },
      example: { error: 'invalid_client', error_description: 'El cliente no existe, venció o su secreto es otro.' },
    },
  },
}

const operationOf = ({ call, scope }: ApiClientCall): ReferenceOperation => {
  const access: RouteAccess = scope === undefined ? { kind: 'anyone' } : { kind: 'session', programs: scope }
  const { params, querystring, body, consumes, response } = describeCall(call, access)
  const reply = asSchema(asSchema(response)['2xx'])
  return {
    operationId: call.name,
    summary: apiClientTitles[call.name] ?? call.name,
    tags: [scope === undefined ? ACCESS_TAG : scopeTitles[scope]],
    security: scope === undefined ? [{ client: [] }] : [{ token: [scope] }, { oauth: [scope] }],
    parameters: [...parametersOf(asSchema(params), 'path'), ...parametersOf(asSchema(querystring), 'query')],
    ...(body === undefined ? {} : { requestBody: requestBodyOf(call, asSchema(body), consumes) }),
    responses: { '2XX': repliesOf(call, reply), default: scope === undefined ? oauthProblem : problem },
  }
}

export const describeApiClients = (calls: readonly ApiClientCall[], publicUrl: string) => {
  const paths: Paths = {}
  for (const one of [{ call: oauthTokenCall }, ...calls]) {
    const path = one.call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [one.call.method.toLowerCase()]: operationOf(one) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `API de ${PRODUCT} para programas`, version: '1', description: 'Enviar y leer documentos.' },
    servers: [{ url: new URL(publicUrl).origin }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'trz_…', description: 'Token personal.' },
        client: { type: 'http', scheme: 'basic', description: 'Id y secreto de un cliente OAuth.' },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: oauthTokenCall.path, scopes: scopeTitles } },
        },
      },
      responses: {
        Problem: {
          description: 'Rechazado',
          content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' }, example: PROBLEM_EXAMPLE } },
        },
      },
      schemas: { Problem: PROBLEM },
    },
  }
}
