import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { readBuildRecord } from '../../shared/build/release/build-record.ts'
import { releaseId } from '../../shared/build/release/release-id.ts'
import { readRegistry } from '../../shell/server/registry/registry-file.ts'
import { inWorkspace, remotePackages } from '../workspace.ts'

const checkout = mkdtempSync(join(tmpdir(), 'trazo-one-remote-'))
const dataDir = join(checkout, 'data')
after(() => rmSync(checkout, { recursive: true, force: true }))

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const git = (...args: readonly string[]) =>
  run('git', '-c', 'user.name=Equipo', '-c', 'user.email=equipo@example.invalid', ...args)
const node = (...args: readonly string[]) => run(process.execPath, ...args)

const makeCheckout = (): void => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: inWorkspace(),
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(inWorkspace(name)))) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true })
    cpSync(inWorkspace(file), join(checkout, file))
  }
  symlinkSync(inWorkspace('node_modules'), join(checkout, 'node_modules'))
  // The symlinks resolve `shared` to this checkout.
  for (const name of readdirSync(checkout).filter((entry) => existsSync(inWorkspace(entry, 'node_modules'))))
    cpSync(inWorkspace(name, 'node_modules'), join(checkout, name, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.cache'),
    })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=Before')
}

const releaseIds = (): Record<string, string> =>
  JSON.parse(
    node(
      '--input-type=module',
      '--eval',
      `import { releaseId } from './shared/build/release/release-id.ts'
       const names = ${JSON.stringify(remotePackages)}
       console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, releaseId({ root: process.cwd() + '/' + name })]))))`,
    ),
  )

/** The same sources have the same release: `npm test` has built it. */
const build = (name: string): void => {
  const { release } = readBuildRecord(inWorkspace(name)) ?? {}
  const root = join(checkout, name)
  if (release !== undefined && release === releaseId({ root }))
    cpSync(inWorkspace(name, 'dist'), join(root, 'dist'), { recursive: true })
  else execFileSync(process.execPath, ['build.ts'], { cwd: root })
}

const recordChecks = (name: string): void => {
  const { release: id } = readBuildRecord(join(checkout, name)) ?? {}
  const record = { release: id, types: true, tests: true, at: '2026-11-23T12:00:00.000Z' }
  writeFileSync(join(checkout, name, 'dist/checks.json'), JSON.stringify(record))
}
const publish = (name: string) => node('scripts/release/main.ts', name, '--data-dir', dataDir)
const release = (name: string) => {
  build(name)
  recordChecks(name)
  publish(name)
}
const remotes = async () => (await readRegistry(dataDir))?.remotes

before(makeCheckout)

test('a change in mf-auth builds and releases only mf-auth', async () => {
  for (const name of ['mf-auth', 'mf-documents']) release(name)
  const before = { ids: releaseIds(), remotes: await remotes() }

  const page = join(checkout, 'mf-auth/src/login/LoginPage.tsx')
  const text = readFileSync(page, 'utf8')
  const changed = text.replace('Iniciar sesión', 'Entrar a Trazo')
  assert.notEqual(changed, text)
  writeFileSync(page, changed)
  git('commit', '--quiet', '--all', '--message=Say it in other words')

  const affected = node('scripts/affected.ts', 'HEAD~1').split('\n').filter(Boolean)
  assert.deepEqual(affected, ['mf-auth'])
  for (const name of affected) release(name)

  const now = { ids: releaseIds(), remotes: await remotes() }
  assert.notEqual(now.ids['mf-auth'], before.ids['mf-auth'])
  assert.deepEqual({ ...now.ids, 'mf-auth': '' }, { ...before.ids, 'mf-auth': '' })
  assert.equal(now.remotes?.mf_auth?.active, now.ids['mf-auth'])
  assert.equal(now.remotes?.mf_auth?.fallback, before.ids['mf-auth'])
  assert.deepEqual(now.remotes?.mf_documents, before.remotes?.mf_documents)
  assert.equal(now.remotes?.mf_documents?.active, before.ids['mf-documents'])
  const folder = join(dataDir, 'releases/mf_auth', now.ids['mf-auth'] ?? '')
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  assert.ok(scripts.some((file) => readFileSync(join(folder, file), 'utf8').includes('Entrar a Trazo')))
})

test('the release command refuses sources with a type error and publishes nothing', async () => {
  const live = await remotes()
  writeFileSync(join(checkout, 'mf-auth/src/wrong.ts'), "export const wrong: number = 'text'\n")
  assert.throws(
    () => publish('mf-auth'),
    ({ stdout, stderr }) =>
      /src\/wrong\.ts.*TS2322/.test(stdout) && /de mf-auth no pasan\. No se publicó nada/.test(stderr),
  )
  assert.deepEqual(await remotes(), live)
})
