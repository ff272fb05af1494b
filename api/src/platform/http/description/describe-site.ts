import type { FastifyInstance } from 'fastify'
import { PRODUCT } from 'shared/contract'
import type { RouteAccess } from '../actor.ts'
import { callSummaries } from '../call-summaries.ts'
import { type DescribedCall, type DocumentStyle, describeCalls } from './describe-operation.ts'
import { tagTexts } from './tag-texts.ts'

/** The licence of this program; a document without one is incomplete. */
export const DOCUMENT_LICENCE = { name: 'MIT', identifier: 'MIT' }

const tagOf = ({ call: { path } }: DescribedCall): string =>
  path.replace(/^\/(?:(?:home\/)?api\/)?/, '').split('/')[0] ?? 'api'

const scopesOf = (access: RouteAccess): Record<string, string[]>[] =>
  'programs' in access && access.programs !== undefined ? [{ program: [access.programs] }] : []

/** OpenAPI 3.1 allows scopes for any scheme. */
const securityOf = ({ access }: DescribedCall): Record<string, string[]>[] => {
  if (access.kind === 'anyone') return []
  return [...(access.kind === 'visitor' ? [{}] : []), { bearer: [] }, ...scopesOf(access)]
}

const style: DocumentStyle = {
  reader: 'site',
  summaryOf: ({ name }) => callSummaries[name] ?? name,
  tagOf,
  tagTexts,
  securityOf,
}

/** Each call of the table of routes, once. */
export const routedCalls = ({ routeTable }: Pick<FastifyInstance, 'routeTable'>): DescribedCall[] => [
  ...new Map(routeTable.flatMap(({ rule }) => (rule === undefined ? [] : [[rule.call.name, rule] as const]))).values(),
]

export const describeSite = (app: Pick<FastifyInstance, 'routeTable'>, publicUrl: string) => {
  const { paths, tags, components } = describeCalls(routedCalls(app), style)
  return {
    openapi: '3.1.0',
    info: {
      title: `API de ${PRODUCT}`,
      version: '1',
      description: 'Las llamadas que usa el sitio.',
      license: DOCUMENT_LICENCE,
    },
    servers: [{ url: new URL(publicUrl).origin }],
    tags,
    paths,
    components: {
      ...components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Sesión de una persona, o enlace de un invitado.' },
        program: { type: 'http', scheme: 'bearer', bearerFormat: 'trz_…', description: 'Token de un programa.' },
      },
    },
  }
}
