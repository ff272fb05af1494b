import type { FastifyInstance } from 'fastify'
import { type ApiClientCall, describeApiClients } from './describe-api-clients.ts'
import { REFERENCE_POLICY, referencePage } from './reference-page.ts'

const hidden = { schema: { hide: true } }

const programCalls = (app: FastifyInstance): ApiClientCall[] => {
  const found = new Map<string, ApiClientCall>()
  for (const { rule } of app.routeTable)
    if (rule !== undefined && 'programs' in rule.access && rule.access.programs !== undefined)
      found.set(rule.call.name, { call: rule.call, scope: rule.access.programs })
  return [...found.values()]
}

export const serveReference = (app: FastifyInstance, publicUrl: string): void => {
  let document: ReturnType<typeof describeApiClients> | undefined
  const describe = () => {
    document ??= describeApiClients(programCalls(app), publicUrl)
    return document
  }
  app.get('/home/api/docs/programas.json', hidden, async () => describe())
  app.get('/home/api/docs/programas', hidden, async (_, reply) =>
    reply
      .header('content-security-policy', REFERENCE_POLICY)
      .type('text/html; charset=utf-8')
      .send(referencePage(describe())),
  )
}
