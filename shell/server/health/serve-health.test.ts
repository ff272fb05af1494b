/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { writeRegistry } from '../registry/registry-file.ts'
import { createTestSite } from '../test/create-test-site.ts'

const ready = {
  status: 'ready',
  checks: { database: 'ok', disk: 'ok', storage: 'ok', signing: 'ok', sealing: 'ok', mail: 'ok' },
  problems: [] as string[],
  warnings: [] as string[],
}
const S3_AWAY = 'El almacenamiento S3 no responde'
const withoutS3 = { ...ready, status: 'not-ready', checks: { ...ready.checks, storage: 'failed' }, problems: [S3_AWAY] }

let folder: string
let api: Server
let site: FastifyInstance
let asked: number
let answer: { status: number; body: string }

const address = (): string => `http://127.0.0.1:${(api.address() as AddressInfo).port}`
const answers = (status: number, body: unknown): void => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-health-'))
  mkdirSync(join(folder, 'shell'))
  mkdirSync(join(folder, 'pdfjs'))
  mkdirSync(join(folder, 'data/releases'), { recursive: true })
  writeFileSync(join(folder, 'shell/index.html'), '<!doctype html>')
  asked = 0
  answers(200, ready)
  api = createServer((request, response) => {
    if (request.url === '/readyz') asked += 1
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done))
  await writeRegistry(join(folder, 'data'), { version: 1, remotes: {} })
  site = createTestSite(folder, { apiUrl: address() })
})
afterEach(async () => {
  await site.close()
  api.closeAllConnections()
  await new Promise((done) => api.close(done))
  rmSync(folder, { recursive: true })
})

const readyz = async () => {
  const response = await site.inject('/readyz')
  return { status: response.statusCode, body: response.json<typeof ready>(), headers: response.headers }
}

test('a ready site says so of itself and of each part of its API', async () => {
  const { status, body, headers } = await readyz()
  expect(status).toBe(200)
  expect(body).toEqual({ ...ready, checks: { registry: 'ok', api: 'ok', ...ready.checks } })
  expect(headers['cache-control']).toBe('no-store')
})

test('a part of the API that fails makes the public address 503, by its name', async () => {
  answers(503, withoutS3)
  const { status, body } = await readyz()
  expect(status).toBe(503)
  expect(body).toMatchObject({ status: 'not-ready', checks: { api: 'ok', storage: 'failed' }, problems: [S3_AWAY] })
})

test('a warning of the API stays a warning', async () => {
  answers(200, { ...ready, checks: { ...ready.checks, mail: 'failed' }, warnings: ['El servidor de correo no recibe'] })
  const { status, body } = await readyz()
  expect([status, body.warnings, body.checks.mail]).toEqual([200, ['El servidor de correo no recibe'], 'failed'])
})

test('with the API dead, /readyz is 503 and /healthz stays 200', async () => {
  const dead = createTestSite(folder)
  const response = await dead.inject('/readyz')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({
    status: 'not-ready',
    checks: { registry: 'ok', api: 'failed' },
    problems: [expect.stringMatching(/^La API no responde/)],
    warnings: [],
  })
  expect((await dead.inject('/healthz')).json()).toEqual({ status: 'ok', release: '1' })
  await dead.close()
})

test.each<[string, number, unknown]>([
  ['another program', 200, '<html>secreto</html>'],
  ['another form', 200, { status: 'ready', password: 'secreto' }],
  ['long texts', 503, { ...withoutS3, problems: ['secreto'.repeat(100)] }],
  ['a status that contradicts its text', 500, ready],
])('%s at the API’s address is not passed on', async (_name, status, body) => {
  answers(status, body)
  const { status: own, body: passed } = await readyz()
  expect([own, passed.checks]).toEqual([503, { registry: 'ok', api: 'failed' }])
  expect(JSON.stringify(passed)).not.toContain('secreto')
})

test('fields that the site does not know are not passed on', async () => {
  answers(200, { ...ready, key: 'secreto' })
  expect(JSON.stringify((await readyz()).body)).not.toContain('secreto')
})

test('many calls within a second ask the API once, and a later one asks again', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(5000)
  await Promise.all([readyz(), readyz(), readyz()])
  now.mockReturnValue(5999)
  await readyz()
  expect(asked).toBe(1)
  now.mockReturnValue(6000)
  answers(503, withoutS3)
  expect((await readyz()).status).toBe(503)
  expect(asked).toBe(2)
  now.mockRestore()
})

test('a site without a registry is not ready, although its API is', async () => {
  rmSync(join(folder, 'data/releases'), { recursive: true })
  const { status, body } = await readyz()
  expect([status, body.checks]).toEqual([503, { registry: 'failed', api: 'ok', ...ready.checks }])
})
