import { inspect } from 'node:util'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { type Call, FileErrorSchema } from 'shared/contract'
import { OAuthErrorSchema } from 'shared/contract/accounts'
import { ErrorBodySchema } from 'shared/contract/errors'
import * as v from 'valibot'
import { callers } from '../access/expected-access.ts'
import { openScene, type People, type Scene } from '../access/scene.ts'
import { calls } from '../support/calls.ts'
import { registerPerson } from '../support/people.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from '../support/test-server.ts'
import { arbitraryInput, plausible } from './arbitrary-input.ts'
import { fuzzSettings, fuzzTimeout, inTime } from './fuzz-settings.ts'
import { hostileTexts } from './hostile-values.ts'

const RUNS = 20

let server: TestServer
let people: People
let scene: Scene
let faults: unknown[] = []

beforeAll(async () => {
  server = await openTestServer()
  server.app.addHook('onError', async (_request, _reply, error) => {
    faults = [error, error.cause]
  })
  people = {
    owner: (await registerPerson(server, 'olga')).user.id,
    stranger: (await registerPerson(server, 'pedro')).user.id,
  }
  scene = await openScene(server, people)
})
afterAll(closeTestServers)

const ENDLESS = ['fileEvents']

const answers = async (call: Pick<Call, 'name' | 'failures'>, request: InjectOptions) => {
  faults = []
  const response = await inTime(call.name, server.app.inject({ ...request, payloadAsStream: true }))
  const endless = ENDLESS.includes(call.name) && response.statusCode < 400
  if (endless) response.stream().destroy()
  const chunks = endless ? [] : await inTime(call.name, response.stream().toArray())
  const body = Buffer.concat(chunks).toString()
  if (response.statusCode >= 500) throw new Error(`${response.statusCode} ${body} ${inspect(faults)}`)
  if (response.statusCode < 400) return
  if (call.failures === 'oauth') v.parse(OAuthErrorSchema, JSON.parse(body))
  else v.parse(v.union([ErrorBodySchema, FileErrorSchema]), JSON.parse(body))
}

const idsOf = ({ document, field, invitationId }: Scene): number[] => [document.id, field.id, invitationId]

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const asTexts = (value: unknown): string[] => (Array.isArray(value) ? value.slice(0, 5).map(asText) : [asText(value)])

const encode = (value: unknown): string => {
  const params = new URLSearchParams()
  if (typeof value !== 'object' || value === null) return encodeURIComponent(JSON.stringify(value))
  for (const [key, entry] of Object.entries(value)) for (const text of asTexts(entry)) params.append(key, text)
  return params.toString()
}

const requestFor = (
  call: Call,
  { params, query, body, caller }: Record<'params' | 'query' | 'body' | 'caller', unknown>,
) => {
  const token = callers.map((name) => [name, scene.tokens[name]] as const).find(([name]) => name === caller)?.[1]
  const filled = typeof params === 'object' && params !== null ? params : {}
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const given = new Map(Object.entries(filled).map(([key, value]) => [key, asTexts(value)[0] ?? '']))
  const path = pathOf(call, Object.fromEntries(names.map((name) => [name, wellFormed(given.get(name) ?? 'x')])))
  const isForm = call.encoding === 'form'
  return {
    method: call.method,
    url: call.query === undefined ? path : `${path}?${encode(query)}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(call.body === undefined
        ? {}
        : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(call.body === undefined ? {} : { payload: isForm ? encode(body) : JSON.stringify(body) }),
  }
}

/**
 * URLs cannot contain lone surrogates;
 * long ones are rejected before routing.
 */
const wellFormed = (text: string): string => text.toWellFormed().slice(0, 300)

const changing = (call: Call): boolean => call.method !== 'GET'

describe.each(calls.map((call) => [call.name, call] as const))('%s', (_, call) => {
  test(
    'any input gets an answer in time, in the form of the contract',
    async () => {
      if (changing(call)) scene = await openScene(server, people)
      const values = plausible(idsOf(scene), [scene.field.signer_email])
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            params: arbitraryInput(call.params, values),
            query: arbitraryInput(call.query, values),
            body: arbitraryInput(call.body, values),
            caller: fc.constantFrom(...callers),
          }),
          async (input) => answers(call, requestFor(call, input)),
        ),
        fuzzSettings(RUNS),
      )
    },
    fuzzTimeout(RUNS),
  )
})

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-7',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'text/plain',
  'application/ocsp-request',
  'application/timestamp-query',
  'x',
  '',
] as const

test(
  'a body that contradicts its content type gets an answer in time, in the form of the contract',
  async () => {
    const routes = server.app.routeTable.filter(({ method }) => method === 'POST' || method === 'PUT')
    const names = routes.map(({ method, url }) => `${method} ${url}`)
    const piece = fc.oneof(
      fc.constantFrom(
        '--x\r\n',
        '--x--',
        '\r\n\r\n',
        'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n',
      ),
      fc.constantFrom('{', '}', '[', '"', '"a":', '__proto__', 'a=b&', '%', '%zz', '\0', ...hostileTexts),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom(...CONTENT_TYPES),
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom(...callers),
        async (name, type, pieces, caller) => {
          const [method = '', url = ''] = name.split(' ')
          const rule = routes[names.indexOf(name)]?.rule
          const token = scene.tokens[caller]
          const headers = { 'content-type': type, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
          const path = url.replace(/:\w+/g, String(scene.document.id))
          await answers(rule?.call ?? { name: url }, {
            method: method === 'PUT' ? 'PUT' : 'POST',
            url: path,
            headers,
            payload: pieces.join(''),
          })
        },
      ),
      {
        ...fuzzSettings(RUNS * 10),
        examples: [['POST /home/api/verify/', 'multipart/form-data; boundary=x', ['\0'], 'anonymous']],
      },
    )
  },
  fuzzTimeout(RUNS * 10),
)

test(
  'an invalid bearer token gets an answer in time, in the form of the contract',
  async () => {
    const guest = scene.tokens.guest ?? ''
    const token = fc.oneof(
      fc.constantFrom(
        'g2.',
        'g2..',
        'g2.e30.',
        'g2.AAAA.AAAA',
        'g2.bnVsbA.AAAA',
        guest.slice(0, -1),
        `${guest}=`,
        `${guest}.x`,
      ),
      fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,80}={0,3}$/),
      fc.string({ maxLength: 30 }),
    )
    await fc.assert(
      fc.asyncProperty(token, async (text) => {
        const headers = { authorization: `Bearer ${text.replace(/[^\x20-\x7e]/g, '')}` }
        await answers({ name: 'getField' }, { url: `/home/api/signature-fields/${scene.field.id}`, headers })
      }),
      fuzzSettings(RUNS * 5),
    )
  },
  fuzzTimeout(RUNS * 5),
)
