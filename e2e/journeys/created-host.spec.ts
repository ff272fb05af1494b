import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/free-port.ts'
import { makeHost } from '../../scripts/package/make-host.ts'
import { installOffline } from '../../scripts/package/test/install-offline.ts'
import { inWorkspace } from '../../scripts/workspace.ts'
import { ownerApi } from '../harness/api.ts'
import { BUILD_MS } from '../harness/dev-server.ts'
import { contractOf, threePages } from '../harness/editor.ts'
import { allowOrigin, REACHES_LOCAL_SITES, startDeveloping } from '../harness/embedding.ts'
import { enter, ownerNamed } from '../harness/people.ts'
import { everything } from '../harness/sample.ts'
import { expect, test } from '../harness/trazo.ts'

test.use(REACHES_LOCAL_SITES)

/** Does not block: the site closes connections that wait. */
const run = async (folder: string, command: string, ...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd: folder })).stdout

/** From the npm registry in `npm run test:all`, otherwise from the workspace's libraries. */
const makeInstalledHost = async (folder: string): Promise<void> => {
  if (everything) {
    await run(inWorkspace(), process.execPath, 'scripts/package/create-host.ts', folder)
    await run(folder, 'npm', 'install', '--prefer-offline', '--no-audit')
  } else {
    makeHost(folder)
    await installOffline(folder)
  }
}

/** @returns how to stop it */
const serveHost = async (folder: string, link: string, port: number): Promise<() => Promise<unknown>> => {
  const args = ['--import', 'shared/node', 'serve.ts', link]
  const server = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  await Promise.race([once(server.stdout, 'data'), ended])
  return () => (server.kill() ? ended : Promise.resolve())
}

test('a host that was made in an empty folder builds and mounts the signing page of a running site', async ({
  page,
  trazo,
}) => {
  test.setTimeout(2 * BUILD_MS)
  const folder = mkdtempSync(join(tmpdir(), 'trazo-host-'))
  try {
    await makeInstalledHost(folder)
    expect(await run(folder, 'npm', 'run', 'build')).not.toMatch(/WARNING|ERROR/)
    const owner = ownerNamed('anfitrion')
    const api = await ownerApi(trazo, owner)
    const { file } = await contractOf(trazo, api, 'Contrato del anfitrión.pdf', threePages, (own) => enter(own, owner))
    const ana = { name: 'Ana Mora', email: `ana@anfitrion-${file.id}.example` }
    const link = await api.invite(file, await api.addField(file, ana), ana)
    const port = await freePort()
    await startDeveloping(trazo, api.token, owner.password)
    await allowOrigin(trazo, api.token, owner.password, `http://localhost:${port}`)
    const stop = await serveHost(folder, link, port)
    await page.goto(`http://localhost:${port}/`)
    await expect(page.locator('#estado')).toHaveText('Ya puede firmar.')
    await expect(page.locator('#firma canvas').first()).toBeVisible()
    await stop()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
