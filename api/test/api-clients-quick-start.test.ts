import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listFieldsCall, listFilesCall } from 'shared/contract'
import { createTemplateCall } from 'shared/contract/templates'
import { createApiClient, createClient } from './support/api-clients.ts'
import { invitationToken, placeField, registerPerson, threePages, uploadDocument } from './support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from './support/test-server.ts'

const run = promisify(execFile)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-quick-start-'))
})
afterEach(async () => {
  await closeTestServers()
  await rm(folder, { recursive: true })
})

const runScript = async (
  server: TestServer,
  number: number,
  variables: Readonly<Record<string, string>>,
  then = '',
): Promise<string> => {
  const page = await readFile(join(import.meta.dirname, '../../docs/programs.md'), 'utf8')
  const [, script = ''] = [...page.matchAll(/```sh\n([\s\S]*?)```/g)][number] ?? []
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const env = { PATH: process.env.PATH, TRAZO_URL: address, ...variables }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', `${script}\n${then}`], { cwd: folder, env })
  return stdout
}

test('the three calls of the quick start send a document to sign', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { token } = await createApiClient(server, bearer, { scopes: ['documents:write'] })
  await writeFile(join(folder, 'contrato.pdf'), threePages())

  const sent = await runScript(server, 0, { TRAZO_TOKEN: token })
  expect(JSON.parse(sent)).toMatchObject({ success: true })
  const [document] = await succeed(server, listFilesCall, { bearer })
  expect(document).toMatchObject({ original_filename: 'contrato.pdf', description: 'Contrato de alquiler' })
  const [field] = await succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document?.id) } })
  expect(field).toMatchObject({ signer_email: 'ana@example.com', y_relative: 0.8 })
  expect(await invitationToken(server, 'ana@example.com')).not.toBe('')
})

test('the client example of the quick start gets a valid token', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const made = await createClient(server, bearer, { scopes: ['documents:read'] })
  const credentials = { CLIENT_ID: made.details.client_id, CLIENT_SECRET: made.client_secret }
  const token = await runScript(server, 2, credentials, 'echo "$TRAZO_TOKEN"')
  expect(await succeed(server, listFilesCall, { bearer: token.trim() })).toEqual([])
})

test('the three calls of the quick start create a document from a template and send it', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { id } = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, id, { signer_name: 'Luis Mata', signer_email: 'luis@example.com' })
  const roles = [{ key: String(field.id), name: 'Arrendatario' }]
  const body = { document_id: id, name: 'Alquiler', roles, message: '' }
  await succeed(server, createTemplateCall, { bearer, body })
  const { token } = await createApiClient(server, bearer, { scopes: ['templates:use'] })

  const sent = await runScript(server, 1, { TRAZO_TOKEN: token })
  expect(JSON.parse(sent)).toMatchObject({ success: true, invited: 1 })
  const documents = await succeed(server, listFilesCall, { bearer })
  expect(documents.map(({ original_filename }) => original_filename)).toContain('Alquiler de Ana.pdf')
  expect(await invitationToken(server, 'ana@example.com')).not.toBe('')
})
