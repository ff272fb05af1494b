import type { FastifyInstance } from 'fastify'
import type { DescribedCall } from '../description/describe-operation.ts'
import { routedCalls } from '../description/describe-site.ts'
import { describeApiClients } from './describe-api-clients.ts'
import { REFERENCE_POLICY, referencePage } from './reference-page.ts'

const hidden = { schema: { hide: true } }

/** Whatever a token may call. */
export const callsOfPrograms = (app: FastifyInstance): DescribedCall[] =>
  routedCalls(app).filter(({ access }) => 'programs' in access && access.programs !== undefined)

export const serveReference = (app: FastifyInstance, publicUrl: string): void => {
  let document: ReturnType<typeof describeApiClients> | undefined
  const describe = () => {
    document ??= describeApiClients(callsOfPrograms(app), publicUrl)
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
