import { type Call, PRODUCT } from 'shared/contract'
import { oauthTokenCall, type ProgramScope } from 'shared/contract/accounts'
import { type DescribedCall, type DocumentStyle, describeCalls } from '../description/describe-operation.ts'
import { DOCUMENT_LICENCE } from '../description/describe-site.ts'
import type {
  DescribedContent,
  DescribedMedia,
  DescribedOperation,
  DescribedParameter,
  DescribedPaths,
  DescribedResponse,
} from '../description/described-parts.ts'
import { apiClientTitles, scopeTitles } from './api-client-titles.ts'
import { exampleOf } from './example-of.ts'

const ACCESS_TAG = 'Obtener acceso'

const tagTexts: Readonly<Record<string, string>> = {
  [ACCESS_TAG]: 'Un cliente OAuth pide aquí sus tokens.',
  ...Object.fromEntries(
    Object.entries(scopeTitles).map(([scope, title]) => [title, `Llamadas que necesitan el permiso ${scope}.`]),
  ),
}

const scopeOf = ({ access }: DescribedCall): ProgramScope | undefined =>
  'programs' in access ? access.programs : undefined

const style: DocumentStyle = {
  reader: 'programs',
  summaryOf: ({ name }) => apiClientTitles[name] ?? name,
  tagOf: (described) => {
    const scope = scopeOf(described)
    return scope === undefined ? ACCESS_TAG : scopeTitles[scope]
  },
  tagTexts,
  securityOf: (described): Record<string, string[]>[] => {
    const scope = scopeOf(described)
    return scope === undefined ? [{ client: [] }] : [{ token: [scope] }, { oauth: [scope] }]
  },
}

const withParameterExample = (parameter: DescribedParameter): DescribedParameter => {
  const { name, in: place, required, schema } = parameter
  return place !== 'header' && required ? { ...parameter, example: exampleOf(schema, name) } : parameter
}

const withExamples = (content: DescribedContent, exampleFor: (media: DescribedMedia) => unknown): DescribedContent =>
  Object.fromEntries(Object.entries(content).map(([type, media]) => [type, { ...media, example: exampleFor(media) }]))

const fromForm = { grant_type: 'client_credentials', scope: 'documents:write' }

const withBodyExample = ({ operationId, requestBody }: DescribedOperation) =>
  requestBody && {
    requestBody: {
      ...requestBody,
      content: withExamples(requestBody.content, ({ schema }) =>
        operationId === oauthTokenCall.name ? fromForm : exampleOf(schema),
      ),
    },
  }

const isWhole = (operationId: string): boolean => operationId !== oauthTokenCall.name

const withReplyExample = (operationId: string, response: DescribedResponse): DescribedResponse => {
  const { 'application/json': json } = response.content ?? {}
  if (json === undefined) return response
  const content = withExamples({ 'application/json': json }, ({ schema }) =>
    exampleOf(schema, '', isWhole(operationId)),
  )
  return { ...response, content }
}

const exemplified = (operation: DescribedOperation): DescribedOperation => ({
  ...operation,
  parameters: operation.parameters.map(withParameterExample),
  ...withBodyExample(operation),
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [
      status,
      '$ref' in response ? response : withReplyExample(operation.operationId, response),
    ]),
  ),
})

const exemplifiedPaths = (paths: DescribedPaths): DescribedPaths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, exemplified(operation)])),
    ]),
  )

/** The reply to a call that worked. */
export const successOf = ({ responses }: DescribedOperation): DescribedResponse | undefined => {
  const [, first] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return first === undefined || '$ref' in first ? undefined : first
}

const tokenCall: DescribedCall & { readonly call: Call } = { call: oauthTokenCall, access: { kind: 'anyone' } }

export const describeApiClients = (calls: readonly DescribedCall[], publicUrl: string) => {
  const { paths, tags, components } = describeCalls([tokenCall, ...calls], style)
  return {
    openapi: '3.1.0',
    info: {
      title: `API de ${PRODUCT} para programas`,
      version: '1',
      description: 'Enviar y leer documentos.',
      license: DOCUMENT_LICENCE,
    },
    servers: [{ url: new URL(publicUrl).origin }],
    tags,
    paths: exemplifiedPaths(paths),
    components: {
      ...components,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'trz_…', description: 'Token personal.' },
        client: { type: 'http', scheme: 'basic', description: 'Id y secreto de un cliente OAuth.' },
        oauth: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: oauthTokenCall.path, scopes: scopeTitles } },
        },
      },
    },
  }
}
