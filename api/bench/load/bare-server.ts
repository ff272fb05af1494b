import Fastify from 'fastify'

interface BareAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/* The upper limit for Fastify servers. `PUT` sets a path's response. */
const answers = new Map<string, { readonly status: number; readonly headers: object; readonly body: Buffer }>()
const app = Fastify({ bodyLimit: 32 * 1024 * 1024 })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.put<{ Body: Buffer }>('/*', async (request) => {
  const { status, headers, body }: BareAnswer = JSON.parse(request.body.toString())
  answers.set(request.url, { status, headers, body: Buffer.from(body, 'base64') })
  return 'ok'
})
app.route({
  method: ['GET', 'POST'],
  url: '/*',
  handler: async (request, reply) => {
    const answer = answers.get(request.url)
    if (answer === undefined) return reply.code(404).send()
    return reply
      .code(answer.status)
      .headers({ ...answer.headers })
      .send(answer.body)
  },
})
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
