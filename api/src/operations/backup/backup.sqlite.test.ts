import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { deleteFileCall, downloadFileCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { verifyFileCall } from 'shared/contract/verify'
import { ask, fetchCall, NODE_COMPILE_CACHE, startChild } from '../../../test/support/child-server.ts'
import { startInvited } from '../../../test/support/invited.ts'
import { downloadBytes, PASSWORD, threePages, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { findPrefix } from '../../domain/storage-cleanup/prefixes.ts'
import { systemClock } from '../../platform/clock.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { openBlobStore } from '../../platform/storage/blob-store.ts'
import { withPrefixes } from '../../platform/storage/prefixed-blobs.ts'
import { readOnlyBlobs } from '../../platform/storage/read-only-blobs.ts'
import { StorageUnavailableError } from '../../platform/storage/storage-errors.ts'
import { findFaulty, readContents } from './contents.ts'
import { openPrefixFinder } from './find-prefixes.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { restoreMissing } from './restore-missing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-respaldo-test-'))
})
afterEach(async () => {
  await closeTestServers()
  rmSync(folder, { recursive: true })
})

const run = (command: 'backup' | 'restore', where: string, dataDir: string, ...more: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(__dirname, 'main.ts'), command, where, ...more], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir },
  })

const newest = (...parts: readonly string[]): string => {
  const [first = ''] = readdirSync(join(...parts))
  return join(...parts, first)
}

test('a backup of a running installation can be restored elsewhere, and its signed documents verify there', async () => {
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

test('the commands refuse a used target, existing data, and a damaged or incomplete backup', async () => {
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

const FAULTY = 3

const pathIn = (place: string, sha256: string): string => join(place, 'files', sha256.slice(0, 2), sha256)

const startTwo = async () => {
  const { server, olga, document } = await startInvited()
  const bytes = Buffer.concat([threePages(), Buffer.from('\n%otro\n')])
  const other = await uploadDocument(server, olga.access_token, bytes)
  return { server, bearer: olga.access_token, document, other }
}

test('the backup lists a damaged document, and the other documents are backed up and restored', async () => {
  const { server, document, other } = await startTwo()
  writeFileSync(pathIn(server.dataDir, document.sha256), 'otra cosa')
  const backup = join(folder, 'respaldo')
  const listed = {
    code: FAULTY,
    stderr: expect.stringMatching(
      new RegExp(`^Dañado: files/../${document.sha256} \\(documento ${document.id}\\)$`, 'm'),
    ),
  }
  await expect(run('backup', backup, server.dataDir)).rejects.toMatchObject({
    ...listed,
    stdout: expect.stringMatching(/^Respaldo incompleto/),
  })
  expect(readdirSync(join(backup, 'keys'))).toContain('guest-token.key')
  await expect(run('backup', backup, server.dataDir, '--verify')).rejects.toMatchObject(listed)
  const dataDir = join(folder, 'data')
  await expect(run('restore', backup, dataDir)).rejects.toMatchObject({
    ...listed,
    stdout: expect.stringMatching(/^Recuperado el respaldo/),
  })
  expect(readdirSync(dataDir)).toContain('trazo.sqlite')
  expect(statSync(pathIn(dataDir, other.sha256)).size).toBeGreaterThan(0)
})

const backUp = ({ dataDir }: TestServer, target: string, since?: string) => {
  const environment = parseApiEnvironment({ DATA_DIR: dataDir })
  return makeBackup({ environment, target, since, blobs: readOnlyBlobs(dataDir), clock: systemClock })
}

test('an incremental backup links unchanged files and re-copies damaged ones', async () => {
  const { server, bearer, document, other } = await startTwo()
  const [first, second] = [join(folder, 'uno'), join(folder, 'dos')]
  const earlier = await backUp(server, first)
  const added = await uploadDocument(server, bearer, Buffer.concat([threePages(), Buffer.from('\n%nuevo\n')]))
  rmSync(pathIn(server.dataDir, document.sha256))
  writeFileSync(pathIn(first, other.sha256), 'otra cosa')
  const made = await backUp(server, second, first)
  const inode = (place: string, { sha256 }: { sha256: string }) => statSync(pathIn(place, sha256)).ino
  expect(inode(second, document)).toBe(inode(first, document))
  expect(inode(second, other)).not.toBe(inode(first, other))
  expect(made.files).toHaveProperty([relative(second, pathIn(second, added.sha256))])
  expect([made.faulty, await findFaulty(second, made)]).toEqual([[], []])
  const path = relative(first, pathIn(first, other.sha256))
  expect(await findFaulty(first, earlier)).toEqual([{ path, fault: 'damaged', documents: [other.id] }])
})

describe('damage that an incremental backup finds', () => {
  const damaged = async () => {
    const { server, document, other } = await startTwo()
    const { dataDir } = server
    await backUp(server, join(folder, 'lunes'))
    writeFileSync(pathIn(dataDir, document.sha256), 'otra cosa')
    rmSync(pathIn(dataDir, other.sha256))
    return { server, dataDir, document, other }
  }
  const nights = ['martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo', 'otro lunes']

  test('within a week of nights it reports what a full backup does, and keeps the intact bytes', async () => {
    const { dataDir, document, other } = await damaged()
    const full = await run('backup', join(folder, 'entero'), dataDir).catch((error: unknown) => error)
    expect(full).toMatchObject({ code: 3 })
    let [since, last]: [string, unknown] = ['lunes', undefined]
    for (const night of nights) {
      last = await run('backup', join(folder, night), dataDir, '--since', join(folder, since)).catch((error) => error)
      since = night
    }
    const wanted = String(Reflect.get(Object(full), 'stderr'))
      .split('\n')
      .filter((line) => /^(?:Dañado|Falta): /.test(line))
    const found = String(Reflect.get(Object(last), 'stderr'))
      .split('\n')
      .filter((line) => /^(?:Dañado|Falta): /.test(line))
    expect(found.sort()).toEqual(wanted.sort())
    expect(last).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(
        /^Respaldo incremental: \d+ archivos intactos, pero en la instalación hay 2 dañados/,
      ),
    })
    expect(String(Reflect.get(Object(last), 'stderr'))).toContain('"event":"damage-found"')
    const verified = await run('backup', join(folder, since), dataDir, '--verify')
    expect(verified.stdout).toMatch(/archivos comprobados/)
    const repaired = await run('restore', join(folder, since), dataDir, '--missing')
    expect(repaired.stdout).toMatch(/^Recuperados 2 archivos/)
    const healed = await run('backup', join(folder, 'sano'), dataDir, '--since', join(folder, since))
    expect(healed.stdout).toMatch(/^Respaldo incremental: \d+ archivos; de los anteriores se leyeron \d+ otra vez/)
    for (const { sha256 } of [document, other])
      expect(statSync(pathIn(join(folder, 'sano'), sha256)).size).toBeGreaterThan(9)
  })
})

test('restore --missing repairs only damaged or missing files of a running installation', async () => {
  const { server, bearer, document, other } = await startTwo()
  const { dataDir } = server
  const backup = join(folder, 'respaldo')
  await backUp(server, backup)
  const added = await uploadDocument(server, bearer, Buffer.concat([threePages(), Buffer.from('\n%nuevo\n')]))
  writeFileSync(pathIn(dataDir, document.sha256), 'otra cosa')
  for (const { sha256 } of [other, added]) rmSync(pathIn(dataDir, sha256))
  writeFileSync(join(dataDir, 'tmp', 'una-subida'), 'a medias')
  const one = await run('restore', backup, dataDir, '--missing', '--document', String(document.id))
  expect(one.stdout).toMatch(/^Recuperados 1 archivos/)
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual(['una-subida'])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore-'))).toEqual([])
  expect((await downloadBytes(server, bearer, document.id)).equals(Buffer.from(threePages()))).toBe(true)
  const environment = parseApiEnvironment({ DATA_DIR: dataDir })
  const { blobs } = server.services
  const path = relative(dataDir, pathIn(dataDir, added.sha256))
  expect(await restoreMissing({ environment, source: backup, blobs })).toEqual({
    restored: 1,
    faulty: [{ path, fault: 'missing', documents: [added.id] }],
  })
  expect((await downloadBytes(server, bearer, other.id)).length).toBeGreaterThan(0)
})

test('a restore retries while the storage is unavailable and skips existing files', async () => {
  const { server, document, other } = await startTwo()
  const backup = join(folder, 'respaldo')
  await backUp(server, backup)
  const dataDir = join(folder, 'data')
  const blobs = await openBlobStore(dataDir)
  await blobs.put(readFileSync(pathIn(backup, document.sha256)))
  const written: string[] = []
  let isAway = false
  const put = async (bytes: Uint8Array) => {
    isAway = !isAway
    if (isAway) throw new StorageUnavailableError('away')
    const stored = await blobs.put(bytes)
    written.push(stored.sha256)
    return stored
  }
  const environment = parseApiEnvironment({ DATA_DIR: dataDir })
  await restoreBackup({ environment, source: backup, blobs: { ...blobs, put }, wait: async () => undefined })
  expect(written).toEqual([other.sha256])
  expect(readdirSync(dataDir)).toContain('trazo.sqlite')
})

test('a restore that ended within a key is repeated, and leaves no half key', async () => {
  const { server } = await startTwo()
  const backup = join(folder, 'respaldo')
  await backUp(server, backup)
  const dataDir = join(folder, 'data')
  const keys = join(dataDir, 'keys')
  mkdirSync(keys, { recursive: true })
  writeFileSync(join(keys, '.restoring-guest-token.key'), 'half')
  await restoreBackup({
    environment: parseApiEnvironment({ DATA_DIR: dataDir }),
    source: backup,
    blobs: await openBlobStore(dataDir),
  })
  expect(readdirSync(keys)).not.toContain('.restoring-guest-token.key')
  const key = readFileSync(join(keys, 'guest-token.key'))
  expect(key.equals(readFileSync(join(backup, 'keys', 'guest-token.key')))).toBe(true)
  expect(statSync(keys).mode & 0o077).toBe(0)
})

test('the backup does not report the erased bytes of a deleted document as damage', async () => {
  const { server, olga, document } = await startInvited()
  const params = { id: document.id }
  await succeed(server, deleteFileCall, { bearer: olga.access_token, params })
  for (const sha256 of await server.stored()) await server.services.blobs.remove(sha256, 0)
  expect((await run('backup', join(folder, 'respaldo'), server.dataDir)).stdout).toMatch(/^Respaldo completo/)
})

describe('backup of a document whose earlier revisions are prefixes of one file', () => {
  const start = async () => {
    const { server, document, open, sign, ana, luis } = await startInvited()
    await sign(await open('ana@example.com'), ana)
    await sign(await open('luis@example.com'), luis)
    const { db, blobs } = server.services
    const rows = await db.selectFrom('revisions').selectAll().orderBy('number').execute()
    const revisions = await Promise.all(rows.map(({ sha256 }) => blobs.read(sha256)))
    const reader = readOnlyBlobs(server.dataDir)
    const live = withPrefixes(reader, (sha256) => findPrefix(db, sha256))
    const read = () => Promise.all(rows.map(({ sha256 }) => live.read(sha256)))
    return { server, document, revisions, rows, read, backup: join(folder, 'respaldo') }
  }
  const hashes = (contents: { files: Readonly<Record<string, string>> }) => Object.values(contents.files)

  test('the backup stores the document once and restores every revision', async () => {
    const { server, revisions, rows, backup } = await start()
    await server.space.tick()
    expect((await run('backup', backup, server.dataDir)).stdout).toMatch(/^Respaldo completo/)
    const contents = await readContents(backup)
    const last = rows.at(-1)?.sha256 ?? ''
    const earlier = rows.slice(0, -1).map(({ sha256 }) => sha256)
    expect(hashes(contents)).toContain(last)
    expect(hashes(contents).filter((hash) => earlier.includes(hash))).toEqual([])
    expect(Object.keys(contents.prefixes).sort()).toEqual(earlier.sort())
    const dataDir = join(folder, 'otra')
    await run('restore', backup, dataDir)
    const finder = openPrefixFinder({ databaseUrl: null, dataDir })
    const restored = withPrefixes(readOnlyBlobs(dataDir), finder.find)
    for (const [index, { sha256 }] of rows.entries())
      expect(Buffer.compare(await restored.read(sha256), revisions[index] ?? Buffer.alloc(0))).toBe(0)
    await finder.close()
  })

  test('restore --missing recovers every revision when the document’s only file is lost', async () => {
    const { server, document, revisions, read, rows, backup } = await start()
    await server.space.tick()
    await run('backup', backup, server.dataDir)
    const last = rows.at(-1)?.sha256 ?? ''
    rmSync(join(server.dataDir, 'files', last.slice(0, 2), last))
    await expect(read()).rejects.toThrow('missing')
    await run('restore', backup, server.dataDir, '--missing', '--document', String(document.id))
    expect((await read()).map((bytes) => bytes.length)).toEqual(revisions.map((bytes) => bytes.length))
  })

  test('the backup is complete when the revisions lose their own files during the backup', async () => {
    const { server, rows, backup } = await start()
    const { db, blobs, clock } = server.services
    let reads = 0
    const read = async (sha256: string) => {
      reads += 1
      if (reads === 1) await server.space.tick()
      return blobs.read(sha256)
    }
    const environment = parseApiEnvironment({ DATA_DIR: server.dataDir })
    const contents = await makeBackup({ environment, target: backup, blobs: { read }, clock })
    expect(await db.selectFrom('blob_prefixes').selectAll().execute()).not.toEqual([])
    expect([contents.faulty, contents.prefixes]).toEqual([[], {}])
    expect(hashes(contents)).toEqual(expect.arrayContaining(rows.map(({ sha256 }) => sha256)))
  })
})
