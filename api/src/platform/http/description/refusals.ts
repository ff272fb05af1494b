import { type Call, deleteFileCall, FileErrorSchema, uploadFileCall } from 'shared/contract'
import { OAuthErrorSchema } from 'shared/contract/accounts'
import { ErrorBodySchema } from 'shared/contract/errors'
import type { RouteAccess } from '../actor.ts'
import { isKeyedCall } from '../idempotency.ts'
import { type DescribedSchema, jsonSchema } from '../json-schema.ts'
import { PROBLEM_TYPE } from '../problem-details.ts'
import type { ComponentReference, DescribedContent, DescribedHeaders, DescribedResponse } from './described-parts.ts'
import { always, headerOf, rateLimitHeaders, requestIdHeader, retryAfterHeader } from './headers.ts'

const PROBLEM: DescribedSchema = {
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

/** Shape of a refusal without a token of a program: `file` of the specification's calls, `oauth` of RFC 6749. */
type RefusalKind = 'error' | 'file' | 'oauth'

const refusalSchemas = {
  Problem: PROBLEM,
  Refusal: jsonSchema(ErrorBodySchema, 'output'),
  FileError: jsonSchema(FileErrorSchema, 'output'),
  OAuthError: jsonSchema(OAuthErrorSchema, 'output'),
}

type RefusalSchemaName = keyof typeof refusalSchemas

const reference = (name: RefusalSchemaName): DescribedSchema => ({ $ref: `#/components/schemas/${name}` })

const bodySchemas: Readonly<Record<RefusalKind, DescribedSchema>> = {
  error: reference('Refusal'),
  file: { anyOf: [reference('FileError'), reference('Refusal')] },
  oauth: reference('OAuthError'),
}

const statusTexts = {
  '400': 'Los datos no tienen la forma que espera la llamada.',
  '401': 'Falta una sesión o un token que valga.',
  '403': 'Quien llama no tiene permiso.',
  '404': 'No existe, o quien llama no lo puede ver.',
  '409': 'El estado no lo permite, o una llamada con el mismo `Idempotency-Key` todavía se está haciendo.',
  '413': 'Lo enviado es demasiado grande.',
  '422': 'Ese `Idempotency-Key` ya se usó con otros datos.',
  '429': 'Demasiadas llamadas.',
  '4XX': 'Otra razón: `code` la nombra.',
  '5XX': 'El servicio falló, o no está disponible por ahora.',
} as const

type RefusalStatus = keyof typeof statusTexts

/** Whom a document is for: the site's own pages, or programs with a token. */
export type DocumentReader = 'site' | 'programs'

const problemExample = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  detail: 'No encontramos lo que buscas.',
  code: 'NOT_FOUND',
}

const isOfToken = (kind: RefusalKind, reader: DocumentReader, status: RefusalStatus): boolean =>
  reader === 'programs' && kind !== 'oauth' && status !== '401'

const contentOf = (kind: RefusalKind, reader: DocumentReader, status: RefusalStatus): DescribedContent => {
  const problem = { [PROBLEM_TYPE]: { schema: reference('Problem'), example: problemExample } }
  return isOfToken(kind, reader, status) ? problem : { 'application/json': { schema: bodySchemas[kind] }, ...problem }
}

const retryHeader = (status: RefusalStatus): DescribedHeaders => {
  if (status === '429') return { 'Retry-After': always(retryAfterHeader) }
  return ['409', '4XX', '5XX'].includes(status) ? { 'Retry-After': retryAfterHeader } : {}
}

const describeRefusal = (kind: RefusalKind, reader: DocumentReader, status: RefusalStatus): DescribedResponse => ({
  description: statusTexts[status],
  headers: {
    ...requestIdHeader,
    ...rateLimitHeaders(false),
    ...retryHeader(status),
    ...(kind === 'oauth' && status === '401' ? headerOf('WWW-Authenticate', 'RFC 6749, sección 5.2.') : {}),
  },
  content: contentOf(kind, reader, status),
})

const fileCalls = [uploadFileCall.name, deleteFileCall.name]

const kindOf = (call: Call): RefusalKind => {
  if (call.failures === 'oauth') return 'oauth'
  return fileCalls.includes(call.name) ? 'file' : 'error'
}

const hasBody = ({ body, encoding }: Call): boolean => body !== undefined || encoding === 'multipart'

/** From the rule, the contract and the limits of a call; `4XX` for what its use case decides. */
const statusesOf = (call: Call, access: RouteAccess): readonly RefusalStatus[] => {
  const isOpen = access.kind === 'anyone'
  const isKeyed = isKeyedCall(call, access)
  const isChange = call.method !== 'GET'
  const conditions: Readonly<Record<RefusalStatus, boolean>> = {
    '400': call.params !== undefined || call.query !== undefined || hasBody(call),
    '401': !isOpen || call.failures === 'oauth',
    '403': !isOpen,
    '404': call.params !== undefined,
    '409': isKeyed,
    '413': isChange && hasBody(call),
    '422': isKeyed,
    '429': true,
    '4XX': true,
    '5XX': true,
  }
  return (Object.keys(conditions) as RefusalStatus[]).filter((status) => conditions[status])
}

const componentName = (kind: RefusalKind, status: RefusalStatus): string =>
  ({ error: 'Refused', file: 'FileRefused', oauth: 'OAuthRefused' })[kind] + status

export interface DescribedRefusals {
  /** By status. */
  readonly responses: Readonly<Record<string, ComponentReference>>
  readonly components: Readonly<Record<string, DescribedResponse>>
}

export const describeRefusals = (call: Call, access: RouteAccess, reader: DocumentReader): DescribedRefusals => {
  const kind = kindOf(call)
  const statuses = statusesOf(call, access).map((status) => ({ status, name: componentName(kind, status) }))
  return {
    responses: Object.fromEntries(
      statuses.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
    components: Object.fromEntries(statuses.map(({ status, name }) => [name, describeRefusal(kind, reader, status)])),
  }
}

/** The schemas that the text of these responses names. */
export const refusalSchemasOf = (responses: object): Readonly<Record<string, DescribedSchema>> => {
  const text = JSON.stringify(responses)
  return Object.fromEntries(
    Object.entries(refusalSchemas).filter(([name]) => text.includes(`#/components/schemas/${name}"`)),
  )
}
