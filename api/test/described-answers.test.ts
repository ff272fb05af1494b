import type { FastifyInstance } from 'fastify'
import { registerPerson } from './support/people.ts'
import { closeTestServers, openTestServer } from './support/test-server.ts'

type SpoilAnswers = (app: FastifyInstance) => unknown

const spoiled: readonly (readonly [what: string, spoil: SpoilAnswers, finding: string])[] = [
  [
    'a header that is not described',
    (app) => app.addHook('preHandler', async (_request, reply) => void reply.header('etag', '"1"')),
    'site: register 201 sends etag',
  ],
  [
    'no request id',
    (app) => app.addHook('preHandler', async (_request, reply) => void reply.removeHeader('x-request-id')),
    'site: register 201 lacks x-request-id',
  ],
  [
    'a body without a required property',
    (app) => app.addHook('preSerialization', async () => ({})),
    "site: register 201  must have required property 'access_token'",
  ],
  [
    'another status',
    (app) =>
      app.addHook('preSerialization', async (_request, reply, payload) => {
        reply.code(202)
        return payload
      }),
    'site: register 202 is not described',
  ],
  [
    'another media type',
    (app) => app.addHook('preHandler', async (_request, reply) => void reply.type('text/plain').serializer(String)),
    'site: register 201 sends text/plain',
  ],
]

test.each(spoiled)('a test fails if an answer has %s', async (_what, spoil, finding) => {
  const server = await openTestServer({ onOpen: spoil })
  await registerPerson(server, 'olga').catch(() => undefined)
  await expect(closeTestServers()).rejects.toThrow(finding)
})
