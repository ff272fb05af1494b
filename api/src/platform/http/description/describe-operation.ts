import { type Call, downloadFileCall, findFilesCall, listFilesCall } from 'shared/contract'
import type { RouteAccess } from '../actor.ts'
import { IDEMPOTENCY_KEY_PATTERN, isKeyedCall } from '../idempotency.ts'
import { type DescribedSchema, jsonSchema } from '../json-schema.ts'
import type { DescribedOperation, DescribedParameter, DescribedPaths, DescribedResponse } from './described-parts.ts'
import { rateLimitHeaders, requestIdHeader } from './headers.ts'
import { type DocumentReader, describeRefusals, refusalSchemasOf } from './refusals.ts'
import { describeReplies } from './replies.ts'
import { describeBody } from './request-body.ts'

export interface DescribedCall {
  readonly call: Call
  readonly access: RouteAccess
}

/** Titles and names of security schemes differ between documents. */
export interface DocumentStyle {
  readonly reader: DocumentReader
  readonly summaryOf: (call: Call) => string
  readonly tagOf: (described: DescribedCall) => string
  /** By tag. */
  readonly tagTexts: Readonly<Record<string, string>>
  readonly securityOf: (described: DescribedCall) => DescribedOperation['security']
}

/** One answer shape each: without a query the list has no pages, and the trailing slash makes no difference. */
interface CallForm {
  readonly call: Call
  readonly path: string
  /** Parameters that choose this form. */
  readonly chosenBy: readonly string[]
}

const formsOf = (call: Call): readonly CallForm[] => {
  const path = call.path.replace(/:(\w+)/g, '{$1}')
  if (call.name !== findFilesCall.name) return [{ call, path, chosenBy: [] }]
  return [
    { call: listFilesCall, path, chosenBy: [] },
    { call: findFilesCall, path: path.replace(/\/$/, ''), chosenBy: ['limit'] },
  ]
}

const parametersOf = (
  schema: DescribedSchema,
  place: 'path' | 'query',
  chosenBy: readonly string[],
): DescribedParameter[] =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { default: _, ...withoutDefault } = property
    const isChoice = chosenBy.includes(name)
    return {
      name,
      in: place,
      required: place === 'path' || isChoice || (schema.required ?? []).includes(name),
      schema: isChoice ? withoutDefault : property,
    }
  })

const header = (name: string, description: string, pattern?: string): DescribedParameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
})

const keyHeader = header(
  'Idempotency-Key',
  'La misma clave con los mismos datos no hace nada dos veces, durante 24 horas.',
  IDEMPOTENCY_KEY_PATTERN,
)

const rangeParameters = [
  header('Range', 'Parte que se pide: `bytes=0-1023`.'),
  header('If-Range', 'La parte vale solo para este `ETag`.'),
  header('If-None-Match', 'Contesta 304 si el `ETag` es este.'),
]

const parameters = ({ call, chosenBy }: CallForm, access: RouteAccess): DescribedParameter[] => [
  ...(call.params === undefined ? [] : parametersOf(jsonSchema(call.params, 'input'), 'path', [])),
  ...(call.query === undefined ? [] : parametersOf(jsonSchema(call.query, 'input'), 'query', chosenBy)),
  ...(isKeyedCall(call, access) ? [keyHeader] : []),
  ...(call.name === downloadFileCall.name ? rangeParameters : []),
]

const isForPrograms = (access: RouteAccess): boolean => 'programs' in access && access.programs !== undefined

const withCommonHeaders = (response: DescribedResponse, access: RouteAccess, reader: DocumentReader) => ({
  ...response,
  headers: {
    ...requestIdHeader,
    ...(isForPrograms(access) ? rateLimitHeaders(reader === 'programs') : {}),
    ...response.headers,
  },
})

const responsesOf = (form: CallForm, access: RouteAccess, reader: DocumentReader): DescribedOperation['responses'] => ({
  ...Object.fromEntries(
    Object.entries(describeReplies(form.call)).map(([status, response]) => [
      status,
      withCommonHeaders(response, access, reader),
    ]),
  ),
  ...describeRefusals(form.call, access, reader).responses,
})

const operationOf = (form: CallForm, access: RouteAccess, style: DocumentStyle): DescribedOperation => {
  const described = { call: form.call, access }
  return {
    operationId: form.call.name,
    summary: style.summaryOf(form.call),
    tags: [style.tagOf(described)],
    security: style.securityOf(described),
    parameters: parameters(form, access),
    ...describeBody(form.call),
    responses: responsesOf(form, access, style.reader),
  }
}

interface DescribedApi {
  readonly paths: DescribedPaths
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: {
    readonly responses: Readonly<Record<string, DescribedResponse>>
    readonly schemas: Readonly<Record<string, DescribedSchema>>
  }
}

/** The parts of an OpenAPI document that follow from the calls. */
export const describeCalls = (calls: readonly DescribedCall[], style: DocumentStyle): DescribedApi => {
  const paths: Record<string, Record<string, DescribedOperation>> = {}
  for (const { call, access } of calls)
    for (const form of formsOf(call))
      paths[form.path] = { ...paths[form.path], [form.call.method.toLowerCase()]: operationOf(form, access, style) }
  const responses = Object.assign(
    {},
    ...calls.map(({ call, access }) => describeRefusals(call, access, style.reader).components),
  )
  const tags = new Set(calls.map(style.tagOf))
  return {
    paths,
    tags: [...tags].map((name) => ({ name, description: style.tagTexts[name] ?? '' })),
    components: { responses, schemas: refusalSchemasOf(responses) },
  }
}
