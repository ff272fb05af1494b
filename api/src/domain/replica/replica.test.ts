import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pdfDict, pdfStream } from 'pdf'
import { buildPdf } from 'pdf/testing/node'
import { deleteFileCall, downloadFileCall } from 'shared/contract'
import { untilTrue } from '../../../test/support/eventually.ts'
import { startInvited } from '../../../test/support/invited.ts'
import { registerPerson, threePages, uploadDocument } from '../../../test/support/people.ts'
import { erase, RETENTION, startSigned, sweepAll } from '../../../test/support/personal-data.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { onPostgres } from '../../../test/support/test-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { CLAIM_SLICES } from '../../platform/database/claim-slice.ts'
import { askRemoval } from '../storage-cleanup/removal-queue.ts'
import { createReplica } from './replica-worker.ts'

const onDisk = onPostgres ? describe.skip : describe

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-replica-'))
})
afterEach(async () => {
  await closeTestServers()
  await rm(folder, { recursive: true })
})

const replicaDir = (): string => join(folder, 'copies')
const copyOf = (sha256: string): string => join(replicaDir(), 'files', sha256.slice(0, 2), sha256)

const copies = async (): Promise<string[]> => {
  const entries = await readdir(replicaDir(), { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() && entry.name !== 'trazo-replica' ? [entry.name] : [])).sort()
}

const replicaOf = ({ replica }: TestServer) => {
  if (replica === null) throw new Error('the server has no replica')
  return replica
}

const openWithReplica = async (variables: Readonly<Record<string, string>> = {}) => {
  await mkdir(replicaDir(), { recursive: true })
  const server = await openTestServer({ variables: { REPLICA_DIR: replicaDir(), ...variables } })
  await replicaOf(server).tick()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  return { server, bearer, tick: () => replicaOf(server).tick() }
}

const read = async ({ app }: TestServer, bearer: string, id: number, range?: string) => {
  const headers = { authorization: `Bearer ${bearer}`, ...(range === undefined ? {} : { range }) }
  const { statusCode, rawPayload } = await app.inject({ method: 'GET', url: pathOf(downloadFileCall, { id }), headers })
  return { status: statusCode, bytes: rawPayload }
}

const bytesNumbered = (number: number): Buffer => Buffer.concat([threePages(), Buffer.from(`\n%${number}\n`)])

const eventsOf = ({ adminEvents }: TestServer, ...prefixes: readonly string[]) =>
  adminEvents.filter(({ event }) => prefixes.some((prefix) => event.startsWith(prefix)))

const warningsOf = async (server: TestServer) => {
  server.clock.advance(MINUTE_MS)
  const answer = await server.app.inject('/readyz')
  return { status: answer.statusCode, warnings: answer.json().warnings }
}

/** A document with its copy. */
const startCopied = async (variables: Readonly<Record<string, string>> = {}) => {
  const opened = await openWithReplica(variables)
  const { server, bearer, tick } = opened
  const bytes = bytesNumbered(0)
  const { id, sha256 } = await uploadDocument(server, bearer, bytes)
  await tick()
  expect(await copies()).toEqual([sha256])
  const path = join(server.dataDir, 'files', sha256.slice(0, 2), sha256)
  const damaged = bytes.with(bytes.length - 9, 0)
  return { ...opened, bytes, damaged, id, sha256, path, damage: () => writeFile(path, damaged) }
}

const eraseDocument = async ({ server, bearer }: { server: TestServer; bearer: string }, id: number): Promise<void> => {
  await succeed(server, deleteFileCall, { bearer, params: { id } })
  server.clock.advance(RETENTION)
  await erase(server)
}

test('an upload gets a copy that only the owner can read, and no file is left half written', async () => {
  const { sha256 } = await startCopied()
  expect((await stat(copyOf(sha256))).mode & 0o777).toBe(0o600)
  for (const name of ['files', 'tmp', join('files', sha256.slice(0, 2))])
    expect((await stat(join(replicaDir(), name))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(replicaDir(), 'tmp'))).toEqual([])
})

test('a signature gets a copy with the next look, without a round over all files', async () => {
  await mkdir(replicaDir())
  const invited = await startInvited({ variables: { REPLICA_DIR: replicaDir() } })
  const { server } = invited
  await replicaOf(server).tick()
  await invited.sign(await invited.open('luis@example.com'), invited.luis)
  expect((await server.stored()).length).toBeGreaterThan((await copies()).length)
  await replicaOf(server).tick()
  expect(await copies()).toEqual((await server.stored()).sort())
})

test('a lost file, also one of S3, is healed by the read that misses it', async () => {
  const { server, bearer, bytes, id, sha256 } = await startCopied()
  await server.services.blobs.remove(sha256, 0)
  expect(await server.stored()).toEqual([])
  expect((await read(server, bearer, id)).bytes).toEqual(bytes)
  expect(await server.stored()).toEqual([sha256])
  expect(eventsOf(server, 'document-')).toEqual([{ event: 'document-healed', sha256, documents: [id], muted: false }])
})

onDisk('a file that is damaged or missing', () => {
  test.each([
    ['damaged', undefined],
    ['missing', undefined],
    ['missing', 'bytes=0-9'],
  ])(
    'a %s file is healed by the read that finds it (range: %s), and administrators hear once',
    async (fault, range) => {
      const { server, bearer, bytes, id, sha256, path, damage } = await startCopied()
      await (fault === 'damaged' ? damage() : rm(path))
      const end = range === undefined ? bytes.length : 10
      expect((await read(server, bearer, id, range)).bytes).toEqual(bytes.subarray(0, end))
      expect(await readFile(path)).toEqual(bytes)
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      await server.integrity.tick()
      expect(eventsOf(server, 'document-')).toEqual([
        { event: 'document-healed', sha256, documents: [id], muted: false },
      ])
    },
  )

  test('a large damaged file ends before its last byte, and the next read heals it', async () => {
    const { server, bearer, tick } = await openWithReplica()
    const stream = pdfStream(pdfDict({}), new Uint8Array(2_000_000))
    const bytes = Buffer.from(buildPdf({ xref: 'table', extra: [stream] }))
    const { id, sha256 } = await uploadDocument(server, bearer, bytes)
    await tick()
    await writeFile(join(server.dataDir, 'files', sha256.slice(0, 2), sha256), bytes.with(bytes.length - 9, 0))
    await expect(read(server, bearer, id)).rejects.toThrow('destroyed')
    await untilTrue('the damage is recorded', () => eventsOf(server, 'document-').length > 0)
    expect((await read(server, bearer, id)).bytes.equals(bytes)).toBe(true)
    expect(eventsOf(server, 'document-').map(({ event }) => event)).toEqual(['document-damaged', 'document-healed'])
  })

  test('the scrub heals a damaged file that no request reads', async () => {
    const { server, bytes, id, sha256, path, damage } = await startCopied()
    await damage()
    await server.integrity.tick()
    expect(await readFile(path)).toEqual(bytes)
    expect(eventsOf(server, 'document-')).toEqual([{ event: 'document-healed', sha256, documents: [id], muted: false }])
  })

  test('a file that was found while the replica was unavailable is healed once it is back', async () => {
    const { server, bearer, bytes, id, damage } = await startCopied()
    await rename(replicaDir(), `${replicaDir()}-away`)
    await damage()
    await server.integrity.tick()
    expect((await read(server, bearer, id)).status).toBe(500)
    await rename(`${replicaDir()}-away`, replicaDir())
    expect((await read(server, bearer, id)).bytes).toEqual(bytes)
    expect(eventsOf(server, 'document-').map(({ event }) => event)).toEqual(['document-damaged', 'document-healed'])
    expect(await server.services.db.selectFrom('blob_findings').selectAll().execute()).toEqual([])
  })

  test('all revisions of three documents that share one file are healed together', async () => {
    await mkdir(replicaDir())
    const signed = await startSigned({ variables: { REPLICA_DIR: replicaDir() } })
    const { server, document } = signed
    const { db, blobs } = server.services
    const original = await blobs.read(document.sha256)
    const { access_token: bearer } = await registerPerson(server, 'pedro')
    const twins = [await uploadDocument(server, bearer, original), await uploadDocument(server, bearer, original)]
    await server.space.tick()
    await server.space.tick()
    await replicaOf(server).tick()
    const [container] = await db.selectFrom('blob_prefixes').select('within').distinct().execute()
    const within = container?.within ?? ''
    const path = join(server.dataDir, 'files', within.slice(0, 2), within)
    const bytes = await readFile(path)
    await writeFile(path, Buffer.from(bytes).fill(0, 100, 101))
    await server.integrity.tick()
    const revisions = await db.selectFrom('revisions').select(['sha256', 'document_id']).execute()
    for (const { sha256 } of revisions) await blobs.verify(sha256)
    expect(await readFile(path)).toEqual(bytes)
    const documents = [document.id, ...twins.map(({ id }) => id)].sort((a, b) => a - b)
    expect(eventsOf(server, 'document-')).toEqual([
      { event: 'document-healed', sha256: within, documents, muted: false },
    ])
  })

  test('a damaged copy is replaced by the scrub, and heals nothing before', async () => {
    const { server, bytes, damaged, sha256, path } = await startCopied()
    await writeFile(copyOf(sha256), damaged)
    await server.integrity.tick()
    expect(await readFile(copyOf(sha256))).toEqual(bytes)
    expect(eventsOf(server, 'copy-')).toEqual([{ event: 'copy-replaced', sha256, muted: false }])
    expect(await readFile(path)).toEqual(bytes)
  })

  test('if both are damaged, neither is written over, and the finding stays', async () => {
    const { server, bearer, damaged, id, sha256, path, damage } = await startCopied()
    await damage()
    await writeFile(copyOf(sha256), damaged.fill(1, 0, 5))
    await server.integrity.tick()
    await replicaOf(server).tick()
    expect((await read(server, bearer, id)).status).toBe(500)
    expect(await readFile(copyOf(sha256))).toEqual(damaged)
    expect(await readFile(path)).not.toEqual(damaged)
    expect(eventsOf(server, 'document-', 'copy-').map(({ event }) => event)).toEqual(['document-damaged'])
  })

  test('a damaged file is not copied', async () => {
    const { server, bearer, tick } = await openWithReplica()
    const bytes = bytesNumbered(1)
    const { sha256 } = await uploadDocument(server, bearer, bytes)
    await writeFile(join(server.dataDir, 'files', sha256.slice(0, 2), sha256), bytes.fill(0, 0, 5))
    await tick()
    server.clock.advance(HOUR_MS)
    await tick()
    expect(await copies()).toEqual([])
  })

  test('a file that waits for its removal is not healed', async () => {
    const { server, bearer, bytes, id, sha256, damage } = await startCopied()
    const { db, clock } = server.services
    await askRemoval(db, [sha256], clock() + DAY_MS)
    await damage()
    expect((await read(server, bearer, id)).status).toBe(500)
    await db.deleteFrom('blob_removals').execute()
    expect((await read(server, bearer, id)).bytes).toEqual(bytes)
  })

  test('a link in the place of a copy is no copy, and a linked folder never leads to the first copies', async () => {
    const { server, tick, bytes, sha256, path } = await startCopied()
    const target = join(folder, 'other')
    await writeFile(target, bytes)
    await rm(copyOf(sha256))
    await symlink(target, copyOf(sha256))
    server.clock.advance(HOUR_MS)
    await tick()
    expect((await stat(copyOf(sha256))).isFile()).toBe(true)
    await rm(target)
    expect(await readFile(copyOf(sha256))).toEqual(bytes)
    await rm(join(replicaDir(), 'files', sha256.slice(0, 2)), { recursive: true })
    await symlink(join(server.dataDir, 'files', sha256.slice(0, 2)), join(replicaDir(), 'files', sha256.slice(0, 2)))
    await server.services.db
      .insertInto('blob_removals')
      .values({ sha256: sha256.replace(/.$/, '-'), asked_at: 0, copy_only: 1 })
      .execute()
    await tick()
    expect(replicaOf(server).isAway()).toBe(true)
    expect(await readFile(path)).toEqual(bytes)
  })
})

describe('erased documents', () => {
  test('erasing a document removes its copy, and a copy put back by hand is not restored and is removed', async () => {
    const opened = await startCopied()
    const { server, tick, bytes, id, sha256 } = opened
    await eraseDocument(opened, id)
    expect(await server.stored()).toEqual([])
    await tick()
    expect(await copies()).toEqual([])
    expect(await server.services.db.selectFrom('blob_removals').selectAll().execute()).toEqual([])
    await writeFile(copyOf(sha256), bytes)
    await tick()
    await server.integrity.tick()
    expect(await replicaOf(server).heal(sha256)).toBe(false)
    for (let folders = 0; folders < 256; folders++) {
      await server.space.tick()
      server.clock.advance(DAY_MS / 256)
    }
    server.clock.advance(RETENTION)
    await erase(server)
    await tick()
    expect([await copies(), await server.stored()]).toEqual([[], []])
  })

  test('bytes that are erased while they are healed do not stay', async () => {
    const opened = await startCopied()
    const { server, id, sha256 } = opened
    const { db, blobs, clock, adminLog } = server.services
    const verify = async (file: string): Promise<number> => {
      await eraseDocument(opened, id)
      return blobs.verify(file)
    }
    const log = { error: () => undefined }
    const files = { ...blobs, verify }
    const replica = createReplica({ db, files, clock, adminLog, log, directory: replicaDir() })
    await replica.heal(sha256)
    expect(await server.stored()).toEqual([sha256])
    await erase(server)
    await replica.tick()
    expect([await server.stored(), await copies()]).toEqual([[], []])
  })

  test('while the replica is unavailable, the file goes at once, and its copy when the disk is back', async () => {
    const opened = await startCopied()
    const { server, tick, id, sha256 } = opened
    await rename(replicaDir(), `${replicaDir()}-away`)
    await eraseDocument(opened, id)
    await tick()
    expect(await server.stored()).toEqual([])
    const waiting = () => server.services.db.selectFrom('blob_removals').select(['sha256', 'copy_only']).execute()
    expect(await waiting()).toEqual([{ sha256, copy_only: 1 }])
    server.clock.advance(RETENTION)
    await erase(server)
    await tick()
    expect(await waiting()).toEqual([{ sha256, copy_only: 1 }])
    await rename(`${replicaDir()}-away`, replicaDir())
    await tick()
    expect([await copies(), await waiting()]).toEqual([[], []])
  })

  test('bytes that are uploaded again while their copy waits for its removal keep it', async () => {
    const opened = await startCopied()
    const { server, tick, bytes, id, sha256 } = opened
    await eraseDocument(opened, id)
    const { access_token } = await registerPerson(server, 'pedro')
    await uploadDocument(server, access_token, bytes)
    await tick()
    await tick()
    expect(await copies()).toEqual([sha256])
    expect(await server.services.db.selectFrom('blob_removals').selectAll().execute()).toEqual([])
  })

  test('the sweep does not postpone the removal of a copy, nor touch copies of needed files', async () => {
    const opened = await startCopied()
    const { server, bearer, tick, id } = opened
    const kept = await uploadDocument(server, bearer, bytesNumbered(1))
    await tick()
    await rename(replicaDir(), `${replicaDir()}-away`)
    await eraseDocument(opened, id)
    await rename(`${replicaDir()}-away`, replicaDir())
    for (let folders = 0; folders < 256; folders++) {
      await server.space.tick()
      server.clock.advance(DAY_MS / 256)
    }
    await erase(server)
    await tick()
    expect(await copies()).toEqual([kept.sha256])
  })

  test('a file that became a prefix of another loses its copy', async () => {
    await mkdir(replicaDir())
    const { server } = await startSigned({ variables: { REPLICA_DIR: replicaDir() } })
    await replicaOf(server).tick()
    const before = await copies()
    await server.space.tick()
    await sweepAll(server)
    for (let folders = 0; folders < 256; folders++) {
      await server.space.tick()
      server.clock.advance(DAY_MS / 256)
    }
    await server.retention.tick()
    await replicaOf(server).tick()
    expect(before.length).toBeGreaterThan(2)
    expect(await copies()).toEqual((await server.stored()).sort())
  })
})

describe('an unavailable replica', () => {
  test('uploads work, the readiness check warns, and the copy comes when it is back', async () => {
    const { server, bearer, tick } = await openWithReplica()
    await rename(replicaDir(), `${replicaDir()}-away`)
    const { id, sha256 } = await uploadDocument(server, bearer, bytesNumbered(1))
    expect((await read(server, bearer, id)).status).toBe(200)
    await tick()
    await tick()
    expect(await warningsOf(server)).toEqual({ status: 200, warnings: [expect.stringContaining('REPLICA_DIR')] })
    await rename(`${replicaDir()}-away`, replicaDir())
    await tick()
    expect(await copies()).toEqual([sha256])
    expect(await warningsOf(server)).toEqual({ status: 200, warnings: [] })
    expect(eventsOf(server, 'service-')).toEqual([
      { event: 'service-away', service: 'replica', reason: 'ReplicaUnavailableError' },
      { event: 'service-back', service: 'replica', seconds: expect.any(Number) },
    ])
  })

  test('an empty mount point, and a folder with another mark, are never filled', async () => {
    const { server, bearer, tick } = await openWithReplica()
    await rename(replicaDir(), `${replicaDir()}-away`)
    await mkdir(replicaDir())
    await uploadDocument(server, bearer, bytesNumbered(1))
    await tick()
    expect(await readdir(replicaDir())).toEqual([])
    const mark = '00000000-0000-0000-0000-000000000000\n'
    await writeFile(join(replicaDir(), 'trazo-replica'), mark)
    for (const name of ['files', 'tmp']) await mkdir(join(replicaDir(), name))
    await writeFile(join(replicaDir(), 'tmp', 'of another'), '')
    await tick()
    expect(await copies()).toEqual(['of another'])
    expect(await readFile(join(replicaDir(), 'trazo-replica'), 'utf8')).toBe(mark)
    expect(replicaOf(server).isAway()).toBe(true)
  })

  test('the first folder must be empty', async () => {
    await mkdir(replicaDir())
    await writeFile(join(replicaDir(), 'letter.txt'), 'private')
    const { server, bearer, tick } = await openWithReplica()
    await uploadDocument(server, bearer, bytesNumbered(1))
    await tick()
    expect(await readdir(replicaDir())).toEqual(['letter.txt'])
    expect(replicaOf(server).isAway()).toBe(true)
  })

  test('a new disk gets all copies after its folder asks for it, and the event says what the earlier one still has', async () => {
    const opened = await startCopied()
    const { server, bearer, tick, id } = opened
    const kept = await uploadDocument(server, bearer, bytesNumbered(1))
    await tick()
    await rename(replicaDir(), `${replicaDir()}-broken`)
    await eraseDocument(opened, id)
    await mkdir(join(replicaDir(), 'lost+found'), { recursive: true })
    await writeFile(join(replicaDir(), 'trazo-replica-new'), '')
    await tick()
    expect(await copies()).toEqual([kept.sha256])
    expect(eventsOf(server, 'replica-')).toEqual([
      { event: 'replica-made', folder: replicaDir(), unerased: 0 },
      { event: 'replica-made', folder: replicaDir(), unerased: 1 },
    ])
    expect(await server.services.db.selectFrom('blob_removals').selectAll().execute()).toEqual([])
    await rename(replicaDir(), `${replicaDir()}-second`)
    await rename(`${replicaDir()}-broken`, replicaDir())
    await tick()
    expect(replicaOf(server).isAway()).toBe(true)
    await rm(`${replicaDir()}-second`, { recursive: true })
  })

  test('a disk that refuses writes fails no upload, and gets the copy later', async () => {
    const { server, bearer, tick } = await openWithReplica()
    for (let digits = 0; digits < 256; digits += 1)
      await writeFile(join(replicaDir(), 'files', digits.toString(16).padStart(2, '0')), '')
    const { sha256 } = await uploadDocument(server, bearer, bytesNumbered(1))
    await tick()
    expect(replicaOf(server).isAway()).toBe(true)
    await rm(join(replicaDir(), 'files', sha256.slice(0, 2)))
    await tick()
    expect(await readdir(join(replicaDir(), 'files', sha256.slice(0, 2)))).toEqual([sha256])
  })
})

describe('an installation that has files already', () => {
  const startLate = async (files: number) => {
    const server = await openTestServer({ variables: { SCRUB_KB_PER_SECOND: '0' } })
    const { access_token: bearer } = await registerPerson(server, 'olga')
    for (let number = 0; number < files; number += 1) await uploadDocument(server, bearer, bytesNumbered(number))
    await mkdir(replicaDir())
    const { db, blobs, clock, adminLog } = server.services
    const log = { error: () => undefined }
    const options = { db, files: blobs, clock, adminLog, log, directory: replicaDir() }
    return { server, bearer, open: () => createReplica(options), stored: (await server.stored()).sort() }
  }

  test('its files are copied without the scrub, also those of a process that was killed before it copied them', async () => {
    const { server, bearer, open, stored } = await startLate(3)
    const first = open()
    await first.tick()
    expect(await copies()).toEqual(stored)
    const { sha256 } = await uploadDocument(server, bearer, bytesNumbered(9))
    await first.tick()
    expect(await copies()).toEqual(stored)
    await writeFile(join(replicaDir(), 'tmp', 'half'), 'half')
    await open().tick()
    expect(await copies()).toEqual([...stored, sha256].sort())
  })

  test('files that no process remembers are found within the hour', async () => {
    const { server, bearer, open, stored } = await startLate(1)
    const replica = open()
    await replica.tick()
    const { sha256 } = await uploadDocument(server, bearer, bytesNumbered(9))
    server.clock.advance(HOUR_MS)
    await replica.tick()
    expect(await copies()).toEqual([...stored, sha256].sort())
  })

  test('one process at a time copies', async () => {
    const { server, open, stored } = await startLate(2)
    const { db } = server.services
    const reads = jest.spyOn(server.services.blobs, 'read')
    await Promise.all([open().tick(), open().tick()])
    expect(await copies()).toEqual(stored)
    expect(reads).toHaveBeenCalledTimes(2)
    await db
      .updateTable('blob_scrubs')
      .set({ due_at: server.clock.now() + 1 })
      .where('id', '=', CLAIM_SLICES.replica)
      .execute()
    await rm(copyOf(stored[0] ?? ''))
    await open().tick()
    expect(await copies()).toEqual(stored.slice(1))
  })
})
