import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseContract } from '../../shared/build/release/contract-record.ts'
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

const contractIn = (folder: string) => {
  const { release } = JSON.parse(readFileSync(join(folder, 'dist/build.json'), 'utf8'))
  return parseContract(readFileSync(join(folder, 'dist', release, 'contract.json'), 'utf8'))
}

test('issue 21: a remote made in an empty folder is checked, tested and built with the package alone', async () => {
  const folder = join(scratch, 'mf-sales-reports')
  makeRemote(folder, 'mf_sales_reports')
  await installOffline(folder)
  await Promise.all([succeeds(folder, 'test'), succeeds(folder, 'build')])
  assert.match(await succeeds(folder, 'check'), /mf_sales_reports 0\.1\.0-\w+: 0 problemas/)
  const contract = contractIn(folder)
  assert.equal(contract.name, 'mf_sales_reports')
  assert.deepEqual('routes' in contract && contract.routes, ['/sales-reports'])
  assert.deepEqual(contract.mounts, [
    { prefix: '/sales-reports', access: 'session', title: 'Sales reports', menu: 'Sales reports' },
  ])

  writeFileSync(
    join(folder, 'src/wrong.ts'),
    "import { href } from 'shared/contract'\nexport const to: number = href.home()\n",
  )
  const { code, output } = await remote(folder, 'check')
  assert.equal(code, 1)
  assert.match(output, /src\/wrong\.ts\(2,14\): error TS2322/)
})

/** Seconds of tests, so only in `npm run test:all`. */
const whole = process.env.TRAZO_TEST_ALL === '1'

test('issue 21: mf-documents needs nothing else of the workspace', { skip: !whole }, async () => {
  const folder = join(scratch, 'mf-documents')
  makeRemote(folder, 'mf_documents')
  for (const name of ['src', 'package.json', 'build.ts']) {
    rmSync(join(folder, name), { recursive: true })
    cpSync(inWorkspace('mf-documents', name), join(folder, name), { recursive: true })
  }
  await installOffline(folder)
  await succeeds(folder, 'build')
  await succeeds(folder, 'check')
  await succeeds(folder, 'test')
})
