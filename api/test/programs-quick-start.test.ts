import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listFieldsCall, listFilesCall } from 'shared/contract'
import { invitationToken, registerPerson, threePages } from './support/people.ts'
import { createClient, createProgram } from './support/programs.ts'
import { closeTestServers, openTestServer, succeed } from './support/test-server.ts'

const run = promisify(execFile)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-quick-start-'))
})
afterEach(async () => {
  await closeTestServers()
  await rm(folder, { recursive: true })
})

const scripts = async (): Promise<string[]> => {
  const page = await readFile(join(import.meta.dirname, '../../docs/programs.md'), 'utf8')
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = '']) => script)
}

test('the three calls of the page send a document to sign', async () => {
  const [script = ''] = await scripts()
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { token } = await createProgram(server, bearer, { scopes: ['documents:write'] })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  await writeFile(join(folder, 'contrato.pdf'), threePages())
  const env = { PATH: process.env.PATH, TRAZO_URL: address, TRAZO_TOKEN: token }

  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env })

  expect(JSON.parse(stdout)).toMatchObject({ success: true })
  const [document] = await succeed(server, listFilesCall, { bearer })
  expect(document).toMatchObject({ original_filename: 'contrato.pdf', description: 'Contrato de alquiler' })
  const [field] = await succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document?.id) } })
  expect(field).toMatchObject({ signer_email: 'ana@example.com', y_relative: 0.8 })
  expect(await invitationToken(server, 'ana@example.com')).not.toBe('')
})

test('a client of the page gets a token that works', async () => {
  const [, script = ''] = await scripts()
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const made = await createClient(server, bearer, { scopes: ['documents:read'] })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const env = {
    PATH: process.env.PATH,
    TRAZO_URL: address,
    CLIENT_ID: made.details.client_id,
    CLIENT_SECRET: made.client_secret,
  }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', `${script}\necho "$TRAZO_TOKEN"`], {
    cwd: folder,
    env,
  })
  expect(await succeed(server, listFilesCall, { bearer: stdout.trim() })).toEqual([])
})
