import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { type RemoteName, remoteNames } from '../../shared/src/contract/site/remote.ts'
import { publishReleases } from '../../shell/server/registry/publish-release.ts'
import { readStoredRegistry, registryFile } from '../../shell/server/registry/registry-file.ts'
import { type Files, writeSoundBuild } from '../../shell/server/registry/test/write-build.ts'
import { withRegistryLock } from '../../shell/server/registry/update-registry.ts'
import { createTestSite } from '../../shell/server/test/create-test-site.ts'
import { recordedShell } from '../contracts/recorded.ts'
import { boundToThisProcess, inWorkspace } from '../workspace.ts'

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-release-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true }))

type Variables = Readonly<Record<string, string>>

const start = (script: string, args: readonly string[], env: Variables = {}): ChildProcess =>
  spawn(process.execPath, [...boundToThisProcess.args, inWorkspace('scripts/release', script), ...args], {
    env: { ...process.env, ...boundToThisProcess.env, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })

const run = async (script: string, args: readonly string[], env?: Variables) => {
  const child = start(script, args, env)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  const [code] = await once(child, 'close')
  return { code, printed }
}

const built = (release: string, name: RemoteName = 'mf_auth', files: Files = {}) =>
  writeSoundBuild(join(folder, release), name, release, files)
const release = async (id: string, ...more: string[]) => run('main.ts', ['mf-auth', '--from', await built(id), ...more])
/** Without the command, which takes a process. */
const live = async (id: string, name: RemoteName = 'mf_auth') =>
  publishReleases({ dataDir }, [{ name, root: await built(id, name) }], new Date(), 'all')
const auth = async () => (await readStoredRegistry(dataDir))?.remotes.mf_auth

test('the commands release, start a canary, promote, roll back and list', async () => {
  assert.deepEqual(await release('1'), { code: 0, printed: 'mf_auth: 1 está en vivo.\n' })
  const tried = 'mf_auth: 2 se prueba en el 5 % de las pestañas; las demás siguen con 1.\n'
  assert.deepEqual(await release('2', '--canary', '5'), { code: 0, printed: tried })
  assert.equal((await release('2')).printed, 'mf_auth: 2 está en vivo; de respaldo queda 1.\n')
  const back = 'mf_auth: 1 está en vivo.\n'
  assert.deepEqual(await run('main.ts', ['mf-auth', '--to', 'previous']), { code: 0, printed: back })
  const again = await run('main.ts', ['mf-auth', '--to', '1'])
  assert.equal(again.printed, 'mf_auth: 1 ya estaba en vivo.\n')
  const ended = await run('main.ts', ['mf-auth', '--canary', '0'])
  assert.equal(ended.printed, 'mf_auth: no había ninguna prueba; sigue en vivo 1.\n')
  const { code, printed } = await run('list.ts', ['--prune'])
  assert.equal(code, 0)
  assert.match(
    printed,
    /^No hay nada que borrar\.\n\nmf_auth\n {2}en vivo +1 .*\n {2}retirada +2 .*\nmf_documents\n {2}sin/,
  )
})

test('an error prints a Spanish message, exits with code 1 and leaves the registry unchanged', async () => {
  await live('1')
  const before = readFileSync(registryFile(dataDir), 'utf8')
  mkdirSync(join(folder, 'empty'))
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['--from', join(folder, 'empty')], /empty no está construido\. Ejecuta su build\.ts primero\.\n$/],
    [['--to', '9'], /^mf_auth no tiene guardada la versión 9\. Mira las que hay: pnpm releases\n$/],
    [['--to', 'previous'], /^mf_auth no tiene versión anterior\./],
    [['--canary', 'x'], /^--canary x: debe ser un número de 0 a 99\.\n\npnpm release <remoto>/],
  ]
  for (const [args, message] of cases) {
    const { code, printed } = await run('main.ts', ['mf-auth', ...args])
    assert.equal(code, 1)
    assert.match(printed, message)
  }
  writeFileSync(join(dataDir, 'releases/mf_auth/1/app.js'), 'alert(1)')
  const damaged = await run('main.ts', ['mf-auth', '--to', '1'])
  assert.equal(damaged.code, 1)
  assert.match(damaged.printed, /^La versión 1 de mf_auth está alterada: .*app\.js no es lo que se publicó\./)
  assert.equal(readFileSync(registryFile(dataDir), 'utf8'), before)
})

test('a build without recorded checks, or with styles for foreign elements, does not go live', async () => {
  const unchecked = await built('1')
  rmSync(join(unchecked, 'dist/checks.json'))
  const first = await run('main.ts', ['mf-auth', '--from', unchecked])
  assert.match(first.printed, /no dejó constancia de que pasaron los tipos y las pruebas: .* --check donde están/)
  const styled = await built('2', 'mf_auth', { 'app.css': 'body { color: red }' })
  const second = await run('main.ts', ['mf-auth', '--from', styled])
  assert.match(second.printed, /^mf_auth 2: app\.css cambia elementos que no son suyos \(body\)/)
  assert.deepEqual([first.code, second.code, await auth()], [1, 1, undefined])
  assert.ok(!existsSync(join(dataDir, 'releases/mf_auth/2')))
})

const openSite = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const shell = join(folder, 'shell')
  mkdirSync(shell)
  writeFileSync(join(shell, 'index.html'), '<meta name="trazo-api-host" content="">')
  writeFileSync(join(shell, 'contract.json'), JSON.stringify(recordedShell()))
  const site = createTestSite(shell, {
    dataDir,
    shell: { release: '1', folder: shell },
    pdfjsFolder: shell,
  })
  return { url: await site.listen({ port: 0, host: '127.0.0.1' }), close: () => site.close() }
}

test('a token publishes to a running site until the token is revoked', async () => {
  const { url, close } = await openSite()
  const tokens = (...args: string[]) => run('tokens.ts', args)
  const made = (await tokens('create', 'mf-auth', 'Equipo de cuentas')).printed
  const [token = '', hint] = made.split('\n')
  assert.equal(hint, 'Publica solo mf_auth. Guárdalo ahora: no se vuelve a mostrar.')
  const file = join(folder, 'token')
  writeFileSync(file, `${token}\n`)
  const there = (args: readonly string[], env: Variables = { TRAZO_RELEASE_TOKEN_FILE: file }) =>
    run('main.ts', [...args, '--site', url], { ...env, DATA_DIR: join(folder, 'elsewhere') })
  try {
    const build = ['mf-auth', '--from', await built('1')]
    assert.deepEqual(await there(build), { code: 0, printed: 'mf_auth: 1 está en vivo.\n' })
    await there(['mf-auth', '--from', await built('2')])
    const back = await there(['mf-auth', '--to', 'previous'], { TRAZO_RELEASE_TOKEN: token })
    assert.equal(back.printed, 'mf_auth: 1 está en vivo.\n')
    const styled = await built('3', 'mf_auth', { 'app.css': 'body { color: red }' })
    assert.match((await there(['mf-auth', '--from', styled])).printed, /no son suyos \(body\)/)
    const other = await there(['mf-signing', '--from', await built('9', 'mf_signing')])
    assert.deepEqual(other, { code: 1, printed: 'El token es de mf_auth, no de mf_signing. No se publicó nada.\n' })
    assert.match((await there(build, {})).printed, /^Falta el token: ponlo en TRAZO_RELEASE_TOKEN/)

    const [, id = ''] = token.split('_')
    const listed = (await tokens()).printed
    assert.match(listed, new RegExp(`^${id} {2}mf_auth {2}Equipo de cuentas {2}creado .* {2}usado [^n]`))
    assert.ok(!listed.includes(token))
    assert.equal((await tokens('revoke', id)).printed, `El token ${id} (mf_auth, Equipo de cuentas) ya no vale.\n`)
    assert.match((await there(build)).printed, /^Falta el token de publicación, o ya no vale\./)
    assert.equal((await auth())?.active, '1')
  } finally {
    await close()
  }
})

test('a token for previews uploads a build to a running site and publishes nothing', async () => {
  const { url, close } = await openSite()
  const tokens = (...args: string[]) => run('tokens.ts', args)
  const [token = '', hint] = (await tokens('create', 'mf-auth', 'CI de cuentas', '--preview')).printed.split('\n')
  assert.equal(hint, 'Solo sube y abre vistas previas de mf_auth. Guárdalo ahora: no se vuelve a mostrar.')
  const there = (...args: string[]) =>
    run('main.ts', [...args, '--site', url], { TRAZO_RELEASE_TOKEN: token, DATA_DIR: join(folder, 'elsewhere') })
  try {
    const from = ['mf-auth', '--from', await built('1')]
    const { code, printed } = await there(...from, '--preview')
    assert.equal(code, 0)
    const [, id = ''] =
      /^mf_auth: vista previa de 1 hasta el .+, sin publicar: (previa-[0-9a-f]{16})\n/.exec(printed) ?? []
    assert.equal(printed.split('\n')[1], `${url}/previews#mf_auth/${id}`)
    assert.ok(existsSync(join(dataDir, 'previews/mf_auth', id, 'app.js')))
    const other = await there('mf-signing', '--from', await built('9', 'mf_signing'), '--preview')
    assert.deepEqual(other, { code: 1, printed: 'El token es de mf_auth, no de mf_signing. No se publicó nada.\n' })
    assert.match((await there(...from)).printed, /^Falta el token de publicación, o ya no vale\./)
    assert.match((await there('mf-auth', '--to', '1')).printed, /^Falta el token de publicación, o ya no vale\./)
    assert.equal(await auth(), undefined)
    const [, , tokenId = ''] = token.split('_')
    assert.match(
      (await tokens()).printed,
      new RegExp(`^${tokenId} {2}mf_auth {2}CI de cuentas {2}solo vistas previas `),
    )
    const ended = (await tokens('revoke', tokenId)).printed
    assert.equal(ended, `El token ${tokenId} (mf_auth, CI de cuentas) ya no vale.\n`)
    assert.match((await there(...from, '--preview')).printed, /^Falta el token de vistas previas, o ya no vale\./)
  } finally {
    await close()
  }
})

test('concurrent releases all enter the registry', async () => {
  await live('1')
  const signing = await built('9', 'mf_signing')
  const results = await Promise.all([release('2'), release('3'), run('main.ts', ['mf-signing', '--from', signing])])
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 0, 0],
  )
  const entry = await auth()
  assert.deepEqual([entry?.active, entry?.fallback].sort(), ['2', '3'])
  assert.equal((await readStoredRegistry(dataDir))?.remotes.mf_signing?.active, '9')
})

test('starting the site leaves releases and canaries unchanged', async () => {
  for (const name of remoteNames) {
    await live('1', name)
    await live('2', name)
  }
  await release('3', '--canary', '5')
  const before = readFileSync(registryFile(dataDir), 'utf8')
  const { code, printed } = await run('../start/publish.ts', [])
  assert.equal(code, 0, printed)
  assert.match(printed, /^En vivo \(arrancar no lo cambia\):\n {2}mf_auth +2 .*\n {2}mf_documents +2 /)
  assert.equal(readFileSync(registryFile(dataDir), 'utf8'), before)
})

const appears = (parent: string, name: string): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(parent, () => {
      if (!existsSync(join(parent, name))) return
      watcher.close()
      resolve()
    })
    if (!existsSync(join(parent, name))) return
    watcher.close()
    resolve()
  })

test('after a kill between copy and switch, the live release stays, and the next release works', async () => {
  await live('1')
  const from = await built('2')
  await withRegistryLock(dataDir, async () => {
    const copied = appears(join(dataDir, 'releases/mf_auth'), '2')
    const child = start('main.ts', ['mf-auth', '--from', from])
    await copied
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  assert.equal((await auth())?.active, '1')
  assert.match((await run('list.ts', [])).printed, /guardada {2}2 /)
  assert.equal((await run('main.ts', ['mf-auth', '--to', '2'])).code, 0)
  assert.equal((await auth())?.active, '2')
})

test('after a kill during the switch, the registry lock is free for the next release', async () => {
  await live('1')
  const lock = inWorkspace('scripts/release/test/hold-lock.ts')
  const holder = spawn(process.execPath, [...boundToThisProcess.args, lock, dataDir], {
    env: { ...process.env, ...boundToThisProcess.env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (holder.stdout) await once(holder.stdout, 'data')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  assert.equal((await release('2')).code, 0)
})
