import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { templatePictureCall } from 'shared/contract/page-picture'
import { deleteTemplateCall, saveTemplateVersionCall, type Template } from 'shared/contract/templates'
import { createApiClient } from '../../../test/support/api-clients.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { createTemplateScene } from '../../../test/support/templates.ts'
import { closeTestServers, pathOf, succeed, type TestServer } from '../../../test/support/test-server.ts'

const scene = createTemplateScene()
let server: TestServer
let olga: string
let template: Template

beforeEach(async () => {
  ;({ server, olga } = await scene.open())
  ;({ template } = await scene.startWith())
})
afterEach(closeTestServers)

const ask = (bearer: string | undefined, query: Readonly<Record<string, string>> = {}) =>
  server.app.inject({
    url: pathOf(templatePictureCall, { id: template.id }),
    query: { ...query },
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
  })
const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).statusCode

test('the owner sees the first page of a template; the browser keeps that of a version', async () => {
  const version = String(template.version)
  const { statusCode, headers } = await ask(olga, { version, width: '160' })
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'private, max-age=31536000, immutable',
  ])
  expect((await ask(olga)).headers['cache-control']).toBe('private, no-cache')
  for (const wrong of ['0', 'uno', '-1']) expect(await statusOf(olga, { version: wrong })).toBe(400)
  expect(await statusOf(olga, { version: String(template.version + 1) })).toBe(204)
})

test('an earlier version has no picture', async () => {
  const { document } = await scene.startWith()
  const roles = await scene.namedRoles(document.id, ['Fiador', 'Arrendatario'])
  const body = { version: template.version, document_id: document.id, roles, message: '' }
  await succeed(server, saveTemplateVersionCall, { bearer: olga, params: { id: template.id }, body })
  expect(await statusOf(olga, { version: String(template.version) })).toBe(204)
  expect(await statusOf(olga, { version: String(template.version + 1) })).toBe(200)
})

test('neither another account nor a program without the scope sees it', async () => {
  expect(await statusOf(olga)).toBe(200)
  const { access_token: pedro } = await registerPerson(server, 'pedro')
  const using = await createApiClient(server, olga, { scopes: ['templates:use'] })
  const reading = await createApiClient(server, olga, { scopes: ['documents:read'] })
  const foreign = await createApiClient(server, pedro, { scopes: ['templates:use'] })
  const statuses: number[] = []
  for (const token of [using.token, reading.token, pedro, foreign.token, undefined])
    statuses.push(await statusOf(token))
  expect(statuses).toEqual([200, 403, 404, 404, 401])
})

test('a kept picture stays as long as its template', async () => {
  await ask(olga)
  const kept = () => readdir(join(server.dataDir, 'first-pages'))
  await server.pictures.tick()
  expect(await kept()).toHaveLength(1)
  await succeed(server, deleteTemplateCall, { bearer: olga, params: { id: template.id } })
  expect(await statusOf(olga)).toBe(404)
  // The document that it was made of has the same file.
  await server.services.db.deleteFrom('revisions').execute()
  await server.pictures.tick()
  expect(await kept()).toEqual([])
})
