import type { FastifyInstance } from 'fastify'
import { cleanPdf, hex } from 'pdf/testing/node'
import { pino } from 'pino'
import { deleteFileCall, listFilesCall, uploadFileCall } from 'shared/contract'
import { multipart, registerPerson, threePages } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { buildApp } from '../../app/app.ts'
import { UPLOAD_KEY_LIFE } from './upload-keys.ts'

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  await closeTestServers()
})

const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324'

interface Sent {
  readonly key?: string
  readonly bytes?: Uint8Array
  readonly filename?: string
  readonly notes?: string
  readonly clean?: boolean
}

const send = async ({ app }: Pick<TestServer, 'app'>, bearer: string, sent: Sent) => {
  const { key = KEY, bytes = threePages(), filename = 'Contrato.pdf', notes = '', clean = false } = sent
  const { payload, headers } = await multipart([
    ['file_type_id', '1'],
    ['notes', notes],
    ...(clean ? ([['clean', 'true']] as const) : []),
    ['file', { bytes, filename }],
  ])
  const response = await app.inject({
    method: 'POST',
    url: uploadFileCall.path,
    headers: { ...headers, authorization: `Bearer ${bearer}`, 'idempotency-key': key },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const list = () => succeed(server, listFilesCall, { bearer })
  return { server, bearer, list }
}

test('a repeated upload with the same key gets the same answer and creates one document', async () => {
  const { server, bearer, list } = await start()
  const first = await send(server, bearer, {})
  expect(first.status).toBe(201)
  expect(await send(server, bearer, {})).toEqual(first)
  expect(await send(server, bearer, { key: `"${KEY}"` })).toEqual(first)
  expect(await list()).toEqual([first.body])
})

test.each<[string, Sent]>([
  ['other bytes', { bytes: cleanPdf() }],
  ['another name', { filename: 'Otro.pdf' }],
  ['other notes', { notes: 'otra' }],
  ['the wish to clean the file', { clean: true }],
])('the API refuses the same key with %s and suggests how to continue', async (_, sent) => {
  const { server, bearer, list } = await start()
  await send(server, bearer, {})
  const { status, body } = await send(server, bearer, sent)
  expect(status).toBe(422)
  expect(body).toMatchObject({ error_code: 'IDEMPOTENCY_KEY_REUSED', suggestion: expect.stringMatching(/^Elige/) })
  expect(await list()).toHaveLength(1)
})

test('two accounts can use the same key for different uploads', async () => {
  const { server, bearer } = await start()
  const { access_token: other } = await registerPerson(server, 'ana')
  const [first, second] = [await send(server, bearer, {}), await send(server, other, { filename: 'Mío.pdf' })]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).not.toBe(first.body.id)
})

test('after one day the API deletes an unused key and keeps its document', async () => {
  const { server, bearer } = await start()
  await send(server, bearer, {})
  server.clock.advance(UPLOAD_KEY_LIFE)
  const { access_token } = await registerPerson(server, 'ana')
  const late = await send(server, access_token, { key: 'another-key-of-another-account' })
  expect(late.status).toBe(201)
  const keys = await server.services.db.selectFrom('upload_keys').select('document_id').execute()
  expect(keys).toEqual([{ document_id: late.body.id }])
  expect(await server.services.db.selectFrom('documents').select('id').execute()).toHaveLength(2)
})

test('simultaneous uploads with one key create one document', async () => {
  const { server, bearer, list } = await start()
  const answers = await Promise.all([1, 2, 3].map(() => send(server, bearer, {})))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await list()).toHaveLength(1)
})

test('simultaneous uploads with one key to two processes create one document', async () => {
  const { server, bearer, list } = await start()
  const log = pino({ level: 'silent' })
  const options = { log, dataDir: server.dataDir, showOutbox: true, rateLimitFactor: 1000 }
  const app = await buildApp(server.services, options)
  apps.push(app)
  const answers = await Promise.all([send(server, bearer, {}), send({ app }, bearer, {})])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[1].body.id).toBe(answers[0].body.id)
  expect(await list()).toHaveLength(1)
})

test('a refused upload does not use up its key', async () => {
  const { server, bearer } = await start()
  const bytes = cleanPdf({ objects: [`<</S /JavaScript /JS ${hex('app.alert(1)')}>>`] })
  expect((await send(server, bearer, { bytes })).status).toBe(400)
  expect((await send(server, bearer, { bytes, clean: true })).status).toBe(201)
})

test('the API refuses a repeated upload whose document was deleted', async () => {
  const { server, bearer, list } = await start()
  const { body } = await send(server, bearer, {})
  await succeed(server, deleteFileCall, { bearer, params: { id: body.id } })
  const repeat = await send(server, bearer, {})
  expect([repeat.status, repeat.body.error_code]).toEqual([409, 'IDEMPOTENCY_KEY_USED'])
  expect(await list()).toEqual([])
})

test.each(['short', 'x'.repeat(129), 'with spaces in the key', '"unbalanced-quotes-here', 'ñ'.repeat(20)])(
  'the API refuses the invalid key %j',
  async (key) => {
    const { server, bearer, list } = await start()
    const { status, body } = await send(server, bearer, { key: Buffer.from(key).toString('latin1') })
    expect([status, body.error_code]).toEqual([400, 'IDEMPOTENCY_KEY_INVALID'])
    expect(await list()).toEqual([])
  },
)
