import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { createApiClient } from './support/api-clients.ts'
import { registerPerson, threePages } from './support/people.ts'
import { closeTestServers, openTestServer } from './support/test-server.ts'

const run = promisify(execFile)
const packageFolder = join(import.meta.dirname, '..')
let folder: string

beforeEach(async () => {
  // Inside the package, because generated files import its packages.
  const builds = join(packageFolder, '.build')
  await mkdir(builds, { recursive: true })
  folder = await mkdtemp(join(builds, 'generated-'))
})
afterEach(async () => {
  await closeTestServers()
  await rm(folder, { recursive: true })
})

/** Blocks of the page's section, in their order. */
const readBlocks = async (): Promise<string[]> => {
  const page = await readFile(join(packageFolder, '../docs/programs.md'), 'utf8')
  const [, section = ''] = page.split('## Generated clients\n')
  const [text = ''] = section.split('\n## ')
  return [...text.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  types: ['node'],
}

const openAccount = async () => {
  const server = await openTestServer()
  const { access_token } = await registerPerson(server, 'olga')
  const scopes = ['documents:read', 'documents:write'] as const
  const { token } = await createApiClient(server, access_token, { scopes: [...scopes] })
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const path = [join(packageFolder, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return { PATH: path, TRAZO_URL: address, TRAZO_TOKEN: token }
}

/** @returns what the program printed */
const checkAndRun = async (program: string, env: Readonly<Record<string, string>>): Promise<unknown> => {
  await writeFile(join(folder, 'contrato.pdf'), threePages())
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  const compiler = join(packageFolder, '../node_modules/.bin/tsc')
  const errors = await run(compiler, ['-p', folder], { cwd: folder }).catch(({ stdout }: { stdout: string }) => stdout)
  expect(errors).toMatchObject({ stdout: '' })
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env })
  return JSON.parse(stdout)
}

const expected = {
  status: 'UPLOADED',
  page: 1,
  next: null,
  all: 1,
  callsLeft: expect.stringMatching(/^\d+$/),
  bytes: expect.any(Number),
  error: 'NOT_FOUND',
}

test('openapi-typescript makes types with which openapi-fetch uploads, lists, downloads and reads an error', async () => {
  const [generate = '', program = ''] = await readBlocks()
  const env = await openAccount()
  await run('bash', ['-euo', 'pipefail', '-c', generate], { cwd: folder, env })
  expect(await checkAndRun(program, env)).toEqual(expected)
})

test('@hey-api/openapi-ts makes a client that uploads, lists, downloads and reads an error', async () => {
  const [, , generate = '', program = ''] = await readBlocks()
  const env = await openAccount()
  await writeFile(join(folder, 'generate.mjs'), generate)
  await run(process.execPath, ['generate.mjs'], { cwd: folder, env })
  expect(await checkAndRun(program, env)).toEqual(expected)
})
