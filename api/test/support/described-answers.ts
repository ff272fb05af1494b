import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findFilesCall, listFilesCall } from 'shared/contract'
import { errorStatus } from 'shared/contract/errors'
import { claimsApiClientToken } from '../../src/platform/http/api-client-token.ts'
import { describeSite } from '../../src/platform/http/description/describe-site.ts'
import type {
  DescribedHeaders,
  DescribedOperation,
  DescribedResponse,
} from '../../src/platform/http/description/described-parts.ts'
import { describeApiClients } from '../../src/platform/http/reference/describe-api-clients.ts'
import { callsOfPrograms } from '../../src/platform/http/reference/serve-reference.ts'
import { TEST_URL } from './test-start.ts'

type Described = ReturnType<typeof describeSite> | ReturnType<typeof describeApiClients>

interface PlacedOperation {
  readonly operation: DescribedOperation
  /** JSON pointer. */
  readonly pointer: string
}

/** A document, read for looking up. */
interface ReadDocument {
  readonly name: string
  readonly components: Readonly<Record<string, DescribedResponse>>
  /** By name of the call. */
  readonly operations: ReadonlyMap<string, PlacedOperation>
}

/** Headers that a caller may act on: sent nowhere but where they are described. */
const ACTED_ON = [
  ...['accept-ranges', 'content-disposition', 'content-range', 'etag', 'location', 'retry-after', 'set-cookie'],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'trazo-events-at', 'www-authenticate'],
  'x-estimated-length',
]

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1')

const operationsOf = ({ paths }: Described): ReadDocument['operations'] =>
  new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { operation, pointer: `/paths/${escaped(path)}/${method}` },
      ]),
    ),
  )

const readDocuments = (app: FastifyInstance) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
  const read = (name: string, document: Described): ReadDocument => {
    ajv.addSchema(document, name)
    return { name, components: document.components.responses, operations: operationsOf(document) }
  }
  return {
    ajv,
    site: read('site', describeSite(app, TEST_URL)),
    programs: read('programs', describeApiClients(callsOfPrograms(app), TEST_URL)),
  }
}

/** The same for all servers of this process. */
let known: ReturnType<typeof readDocuments> | undefined

const callNameOf = ({ routeOptions, query }: FastifyRequest): string | undefined => {
  const name = routeOptions.config.rule?.call.name
  const hasQuery = typeof query === 'object' && query !== null && Object.keys(query).length > 0
  return name === findFilesCall.name && !hasQuery ? listFilesCall.name : name
}

interface FoundResponse {
  readonly response: DescribedResponse
  readonly pointer: string
}

const findResponse = (
  { components }: ReadDocument,
  { operation: { responses }, pointer }: PlacedOperation,
  status: number,
): FoundResponse | undefined => {
  const key = [String(status), `${Math.floor(status / 100)}XX`].find((one) => one in responses)
  const found = key === undefined ? undefined : responses[key]
  if (found === undefined) return undefined
  if (!('$ref' in found)) return { response: found, pointer: `${pointer}/responses/${key}` }
  const name = found.$ref.replace('#/components/responses/', '')
  const response = components[name]
  return response && { response, pointer: `/components/responses/${name}` }
}

const headerFindings = (described: DescribedHeaders, reply: FastifyReply): string[] => {
  const sent = reply.getHeaders()
  const lower = Object.fromEntries(Object.entries(described).map(([name, header]) => [name.toLowerCase(), header]))
  const missing = Object.entries(lower).filter(([name, { required }]) => required && sent[name] === undefined)
  const unknown = ACTED_ON.filter((name) => sent[name] !== undefined && !(name in lower))
  const wrong = Object.entries(lower).filter(
    ([name, { schema }]) => schema.type === 'integer' && sent[name] !== undefined && !/^\d+$/.test(String(sent[name])),
  )
  return [
    ...missing.map(([name]) => `lacks ${name}`),
    ...unknown.map((name) => `sends ${name}`),
    ...wrong.map(([name]) => `sends ${name}: ${String(sent[name])}`),
  ]
}

const isEmpty = (payload: unknown): boolean => payload === null || payload === undefined || payload === ''

const parsed = (payload: unknown): unknown => JSON.parse(String(payload))

const statusFindings = (body: unknown, status: number): string[] => {
  if (typeof body !== 'object' || body === null || !('code' in body)) return []
  const expected = Object.entries(errorStatus).find(([code]) => code === body.code)?.[1]
  return expected === undefined || expected === status ? [] : [`${String(body.code)} has the status ${expected}`]
}

const bodyFindings = (validate: ValidateFunction | undefined, payload: unknown, status: number): string[] => {
  const body = parsed(payload)
  if (validate === undefined) return ['has no schema']
  const [issue] = validate(body) ? [] : (validate.errors ?? [])
  return [
    ...(issue === undefined ? [] : [`${issue.instancePath} ${issue.message}`]),
    ...(status >= 400 ? statusFindings(body, status) : []),
  ]
}

const contentFindings = (
  { ajv, document }: { readonly ajv: Ajv2020; readonly document: ReadDocument },
  { response, pointer }: FoundResponse,
  reply: FastifyReply,
  payload: unknown,
): string[] => {
  if (isEmpty(payload)) return response.content === undefined ? [] : ['has no body']
  const [type = ''] = String(reply.getHeader('content-type')).split(';')
  if (response.content?.[type] === undefined) return [`sends ${type}`]
  // Streams are read by their receiver only.
  if (!type.endsWith('json') || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return []
  const schema = ajv.getSchema(`${document.name}#${pointer}/content/${escaped(type)}/schema`)
  return bodyFindings(schema, payload, reply.statusCode)
}

const findingsOf = (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, payload: unknown): string[] => {
  const name = callNameOf(request)
  if (name === undefined || request.method === 'HEAD' || request.method === 'OPTIONS') return []
  known ??= readDocuments(app)
  const { ajv, site, programs } = known
  const isProgram = claimsApiClientToken(request.headers.authorization) && programs.operations.has(name)
  const document = isProgram ? programs : site
  const placed = document.operations.get(name)
  const found = placed && findResponse(document, placed, reply.statusCode)
  const findings =
    found === undefined
      ? ['is not described']
      : [...headerFindings(found.response.headers, reply), ...contentFindings({ ajv, document }, found, reply, payload)]
  return findings.map((finding) => `${document.name}: ${name} ${reply.statusCode} ${finding}`)
}

/** Compares each answer with the description: status, headers, media type and schema. */
export const watchAnswers = (app: FastifyInstance): ReadonlySet<string> => {
  const found = new Set<string>()
  app.addHook('onSend', async (request, reply, payload) => {
    for (const finding of findingsOf(app, request, reply, payload)) found.add(finding)
  })
  return found
}
