import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readContract } from '../../shared/build/checks/contract.ts'
import { readPackage } from '../../shared/build/package-info.ts'
import { buildFolder, readBuildRecord } from '../../shared/build/release/build-record.ts'
import { shellContract } from '../../shared/build/release/contract-record.ts'
import { REMOTE_CONTRACT } from '../../shared/src/contract/site/remote.ts'
import { publishReleases } from '../../shell/server/registry/publish-release.ts'
import { readRegistry } from '../../shell/server/registry/registry-file.ts'
import { inWorkspace } from '../workspace.ts'
import { makeRemote } from './make-remote.ts'
import { installOffline, remote } from './test/install-offline.ts'

const scratch = mkdtempSync(join(tmpdir(), 'trazo-own-repository-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

const succeeds = async (folder: string, ...args: readonly string[]): Promise<string> => {
  const { code, output } = await remote(folder, ...args)
  assert.equal(code, 0, `remote ${args.join(' ')}:\n${output}`)
  return output
}

const folder = join(scratch, 'mf-sales-reports')
let sharedVersion = ''
before(async () => {
  makeRemote(folder, 'mf_sales_reports')
  sharedVersion = readPackage(await installOffline(folder)).version
  await Promise.all([succeeds(folder, 'test'), succeeds(folder, 'build')])
})

test('the package alone builds a remote that was created in an empty folder', () => {
  const contract = readContract(buildFolder(folder, readBuildRecord(folder)?.release ?? ''))
  assert.deepEqual(
    { ...contract, release: '', needs: {}, imports: {} },
    {
      name: 'mf_sales_reports',
      release: '',
      contract: REMOTE_CONTRACT,
      routes: ['/sales-reports'],
      slots: [],
      mounts: [{ prefix: '/sales-reports', access: 'session', title: 'Sales reports', menu: 'Sales reports' }],
      offers: {},
      uses: {},
      needs: {},
      imports: {},
    },
  )
})

const serveShell = async (shared: string): Promise<string> => {
  const provides = ['contract', 'state', 'ui'].map((name) => [`shared/${name}`, shared])
  const shell = shellContract('1.0.0-a', { 'react/jsx-runtime': '19.3.1', ...Object.fromEntries(provides) })
  const server = createServer((_, answer) => answer.end(JSON.stringify(shell))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
}

test('the check compares the remote with the live shell', async () => {
  assert.match(
    await succeeds(folder, 'check', '--site', await serveShell(sharedVersion)),
    /mf_sales_reports 0\.1\.0-\w+ con el shell 1\.0\.0-a: de acuerdo/,
  )
  const { code, output } = await remote(folder, 'check', '--site', await serveShell('4.9.0'))
  assert.equal(code, 1)
  assert.match(output, /el shell trae 4\.9\.0: primero hay que publicar un shell con ese shared/)
})

test('the check reports a type error in the use of shared', async () => {
  const wrong = "import { href } from 'shared/contract'\nexport const to: number = href.home()\n"
  writeFileSync(join(folder, 'src/wrong.ts'), wrong)
  const { code, output } = await remote(folder, 'check')
  assert.equal(code, 1)
  assert.match(output, /src\/wrong\.ts\(2,14\): error TS2322/)
})

test('the check refuses two copies of React', async () => {
  const react = join(folder, 'node_modules/react')
  rmSync(react)
  mkdirSync(react)
  writeFileSync(join(react, 'package.json'), '{ "name": "react", "version": "19.0.0" }')
  const { code, output } = await remote(folder, 'check')
  assert.equal(code, 1)
  assert.match(output, /Hay dos copias de react:/)
})

/** Seconds of tests, so only in `npm run test:all`. */
const whole = process.env.TRAZO_TEST_ALL === '1'

test('mf-documents builds and releases with the package and without the workspace', {
  skip: !whole,
}, async () => {
  const folder = join(scratch, 'mf-documents')
  makeRemote(folder, 'mf_documents')
  for (const name of ['src', 'package.json', 'build.ts']) {
    rmSync(join(folder, name), { recursive: true })
    cpSync(inWorkspace('mf-documents', name), join(folder, name), { recursive: true })
  }
  await installOffline(folder)
  const dataDir = join(scratch, 'data')
  // mf_documents shows its screens.
  await publishReleases({ dataDir }, [{ name: 'mf_signing', root: inWorkspace('mf-signing') }], new Date())
  const output = await succeeds(folder, 'release', '--into', dataDir, '--installation', inWorkspace())
  assert.match(output, /mf_documents: \S+ está en vivo/)
  const live = (await readRegistry(dataDir))?.remotes.mf_documents?.active
  assert.equal(live, readBuildRecord(folder)?.release)
})
