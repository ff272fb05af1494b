import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deleteFileCall, downloadFileCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { verifyFileCall } from 'shared/contract/verify'
import { ask, fetchCall, startChild } from '../../../test/support/child-server.ts'
import { startInvited } from '../../../test/support/invited.ts'
import { downloadBytes, PASSWORD } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-respaldo-test-'))
})
afterEach(async () => {
  await closeTestServers()
  rmSync(folder, { recursive: true })
})

const run = (command: 'backup' | 'restore', where: string, dataDir: string) =>
  promisify(execFile)(process.execPath, [join(__dirname, 'main.ts'), command, where], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })

const newest = (...parts: readonly string[]): string => {
  const [first = ''] = readdirSync(join(...parts))
  return join(...parts, first)
}

test('an installation that runs is backed up, restored elsewhere, and its signed documents verify there', async () => {
  const { server, olga, document, open, sign, ana, luis } = await startInvited()
  await sign(await open('ana@example.com'), ana)
  await sign(await open('luis@example.com'), luis)
  const original = await downloadBytes(server, olga.access_token, document.id)
  const backup = join(folder, 'respaldo')
  expect((await run('backup', backup, server.dataDir)).stdout).toMatch(/^Respaldo completo: \d+ archivos/)
  expect(statSync(join(backup, 'keys', 'guest-token.key')).mode & 0o077).toBe(0)

  const dataDir = join(folder, 'otra', 'data')
  expect((await run('restore', backup, dataDir)).stdout).toMatch(/^Recuperado el respaldo/)
  const restored = await startChild(dataDir)
  try {
    const body = { username: 'olga', password: PASSWORD }
    const { access_token: bearer } = await ask(restored, loginCall, { body })
    const reply = await fetchCall(restored, downloadFileCall, { params: { id: document.id }, bearer })
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(bytes.equals(original)).toBe(true)
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }), 'Contrato.pdf')
    const verified = await fetch(`${restored.address}${verifyFileCall.path}`, { method: 'POST', body: form })
    const report: unknown = await verified.json()
    expect(report).toMatchObject({ kind: 'signed', verdict: 'valid' })
  } finally {
    await restored.stop()
  }
})

test('what is damaged, incomplete or in the way is refused, and nothing is written', async () => {
  const { server } = await startInvited()
  const backup = join(folder, 'respaldo')
  await run('backup', backup, server.dataDir)
  await expect(run('backup', backup, server.dataDir)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('debe ser una carpeta nueva'),
  })
  await expect(run('restore', backup, server.dataDir)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ya tiene una base de datos'),
  })
  const others = await openTestServer()
  await expect(run('restore', backup, others.dataDir)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ya hay llaves'),
  })
  const dataDir = join(folder, 'data')
  const refused = (words: string) => ({ code: 1, stderr: expect.stringContaining(words) })
  mkdirSync(join(folder, 'vacía'))
  await expect(run('restore', join(folder, 'vacía'), dataDir)).rejects.toMatchObject(refused('falta contents.json'))
  const document = newest(newest(backup, 'files'))
  writeFileSync(document, 'otra cosa')
  await expect(run('restore', backup, dataDir)).rejects.toMatchObject(refused('está dañado files/'))
  rmSync(document)
  await expect(run('restore', backup, dataDir)).rejects.toMatchObject(refused('le falta files/'))
  expect(readdirSync(dataDir)).not.toContain('trazo.sqlite')
})

test('a document that is damaged makes no back-up that looks whole', async () => {
  const { server } = await startInvited()
  writeFileSync(newest(newest(server.dataDir, 'files')), 'otra cosa')
  const backup = join(folder, 'respaldo')
  await expect(run('backup', backup, server.dataDir)).rejects.toMatchObject({ code: 1 })
  expect(readdirSync(backup)).not.toContain('contents.json')
})

test('bytes of a deleted document that were erased meanwhile are no damage', async () => {
  const { server, olga, document } = await startInvited()
  const params = { id: document.id }
  await succeed(server, deleteFileCall, { bearer: olga.access_token, params })
  for (const sha256 of await server.stored()) await server.services.blobs.remove(sha256, 0)
  expect((await run('backup', join(folder, 'respaldo'), server.dataDir)).stdout).toMatch(/^Respaldo completo/)
})
