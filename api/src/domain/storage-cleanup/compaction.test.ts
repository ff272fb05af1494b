import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pdfDict, pdfStream } from 'pdf'
import { annotate, buildPdf, freeText, tailOf } from 'pdf/testing/node'
import { deleteFileCall, downloadFileCall, getFileCall, revokeInvitationCall, UserFileSchema } from 'shared/contract'
import { storageUseCall } from 'shared/contract/accounts'
import { saveAnnotationsCall } from 'shared/contract/annotations'
import { evidenceCall } from 'shared/contract/evidence'
import * as v from 'valibot'
import { aboutAna, startInvited } from '../../../test/support/invited.ts'
import { multipart, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { deleteDocumentOf, erase, RETENTION, startSigned, sweepAll } from '../../../test/support/personal-data.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { onPostgres } from '../../../test/support/test-store.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { createCleanupWorker } from './cleanup-worker.ts'

afterEach(closeTestServers)

const onDisk = onPostgres ? test.skip : test

const SIZE = 500_000

const bytesStored = async ({ stored, services }: TestServer): Promise<number> => {
  let total = 0
  for (const sha256 of await stored()) total += await services.blobs.verify(sha256)
  return total
}

const saveOften = async (server: TestServer, bearer: string, times: number) => {
  let bytes: Uint8Array = buildPdf({ xref: 'table', extra: [pdfStream(pdfDict({}), new Uint8Array(SIZE))] })
  let base = await uploadDocument(server, bearer, bytes)
  for (let count = 0; count < times; count++) {
    const tail = tailOf(bytes, annotate(bytes, [freeText(`Nota ${count}`)]))
    const { payload, headers } = await multipart([
      ['base_sha256', base.sha256],
      ['request_key', randomUUID()],
      ['tail', { bytes: tail, filename: 'tail' }],
    ])
    const response = await server.app.inject({
      method: 'POST',
      url: pathOf(saveAnnotationsCall, { id: base.id }),
      headers: { ...headers, authorization: `Bearer ${bearer}` },
      payload,
    })
    base = v.parse(UserFileSchema, response.json())
    bytes = Buffer.concat([bytes, tail])
  }
  return { id: base.id, final: bytes }
}

const readAll = async ({ services: { db, blobs } }: TestServer, id: number) => {
  const rows = await db.selectFrom('revisions').selectAll().where('document_id', '=', id).orderBy('number').execute()
  const contents: { sha256: string; size: number; bytes: Uint8Array }[] = []
  for (const { sha256, size } of rows) contents.push({ sha256, size, bytes: await blobs.read(sha256) })
  return contents
}

const prefixesIn = ({ services: { db } }: TestServer) => db.selectFrom('blob_prefixes').selectAll().execute()

const original = async ({ app }: TestServer, bearer: string, id: number, range?: string) => {
  const headers = { authorization: `Bearer ${bearer}`, ...(range === undefined ? {} : { range }) }
  const url = `${pathOf(downloadFileCall, { id })}?revision=original`
  const { statusCode, rawPayload } = await app.inject({ method: 'GET', url, headers })
  return { status: statusCode, bytes: rawPayload }
}

test('after compaction ten annotated revisions use at most 1.3 times the final size; deletion frees all', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { id, final } = await saveOften(server, bearer, 10)
  expect(await bytesStored(server)).toBeGreaterThan(10 * final.length)
  expect((await succeed(server, storageUseCall, { bearer })).used).toBeGreaterThan(10 * final.length)
  const before = await readAll(server, id)
  await server.space.tick()
  expect(await bytesStored(server)).toBeLessThanOrEqual(1.3 * final.length)
  expect((await succeed(server, storageUseCall, { bearer })).used).toBe(final.length)
  expect(await readAll(server, id)).toEqual(before)
  await succeed(server, deleteFileCall, { bearer, params: { id } })
  server.clock.advance(RETENTION)
  await erase(server)
  expect([await server.stored(), await prefixesIn(server)]).toEqual([[], []])
})

describe('a signed document after compaction', () => {
  test('each revision has the same bytes when read whole, as a stream, in ranges and in the evidence bundle', async () => {
    const signed = await startSigned()
    const { server, document } = signed
    const { blobs } = server.services
    const before = await readAll(server, document.id)
    const bearer = await signed.owner()
    const bundle = async () => {
      const url = pathOf(evidenceCall, { id: document.id })
      return (await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${bearer}` } }))
        .rawPayload
    }
    const bundleBefore = await bundle()
    await server.space.tick()
    expect(await server.stored()).toHaveLength(2)
    expect(await readAll(server, document.id)).toEqual(before)
    for (const { sha256, size, bytes } of before) {
      expect(await blobs.verify(sha256)).toBe(size)
      expect(await buffer(await blobs.stream(sha256, size))).toEqual(Buffer.from(bytes))
      for (const [start, end] of [
        [0, 0],
        [size - 3, size - 1],
        [100, size - 100],
        [0, size * 9],
      ] as const)
        expect(await buffer(await blobs.open(sha256, { start, end }))).toEqual(
          Buffer.from(bytes.subarray(start, end + 1)),
        )
    }
    expect((await original(server, bearer, document.id)).bytes).toEqual(Buffer.from(before[0]?.bytes ?? []))
    const part = await original(server, bearer, document.id, 'bytes=5-90')
    expect([part.status, part.bytes]).toEqual([206, Buffer.from(before[0]?.bytes.subarray(5, 91) ?? [])])
    expect(await bundle()).toEqual(bundleBefore)
  })

  test('every revision is readable after the database loses its prefix table', async () => {
    const { server, document } = await startSigned()
    const before = await readAll(server, document.id)
    await server.space.tick()
    await server.services.db.deleteFrom('blob_prefixes').execute()
    expect(await readAll(server, document.id)).toEqual(before)
  })

  test('a range of an earlier revision ends at the size of that revision', async () => {
    const signed = await startSigned()
    const { server, document } = signed
    await server.space.tick()
    const bearer = await signed.owner()
    const [{ size } = { size: 0 }] = await readAll(server, document.id)
    expect(await original(server, bearer, document.id, `bytes=${size}-`)).toMatchObject({ status: 416 })
    expect((await original(server, bearer, document.id, `bytes=${size - 2}-${size + 500}`)).bytes).toHaveLength(2)
    expect(
      await buffer(await server.services.blobs.open(document.sha256, { start: size, end: size + 9 })),
    ).toHaveLength(0)
  })
})

test('the worker compacts existing documents only one hour after the update', async () => {
  const { server } = await startSigned()
  const { db, blobs } = server.services
  const { now: clock, advance } = server.clock
  const log = { error: () => undefined }
  const worker = createCleanupWorker({ db, blobs, files: blobs, clock, retention: RETENTION, quiet: HOUR_MS, log })
  advance(DAY_MS)
  const before = await server.stored()
  expect(await worker.tick()).toBe(0)
  advance(HOUR_MS - 1)
  expect(await worker.tick()).toBe(0)
  expect(await server.stored()).toEqual(before)
  advance(1)
  expect(await worker.tick()).toBe(1)
  expect(await prefixesIn(server)).not.toEqual([])
})

describe('two accounts that upload the same file', () => {
  const start = async () => {
    const signed = await startSigned()
    const { server, document } = signed
    const [first] = await readAll(server, document.id)
    const bytes = first?.bytes ?? new Uint8Array()
    const { access_token: bearer } = await registerPerson(server, 'pedro')
    const used = async () => (await succeed(server, storageUseCall, { bearer })).used
    return { signed, server, bytes, bearer, used, twin: () => uploadDocument(server, bearer, bytes) }
  }

  test('the second account keeps its file when the first account erases its signed document', async () => {
    const { signed, server, bytes, twin } = await start()
    const { id, sha256 } = await twin()
    await server.space.tick()
    expect(await server.stored()).not.toContain(sha256)
    await deleteDocumentOf(signed)
    server.clock.advance(RETENTION)
    await erase(server)
    expect(await readAll(server, id)).toEqual([{ sha256, size: bytes.length, bytes: Buffer.from(bytes) }])
    expect([await server.stored(), await prefixesIn(server)]).toEqual([[sha256], []])
  })

  test('the storage use of an account does not reveal that another account has the same file', async () => {
    const { server, bytes, used, twin } = await start()
    await server.space.tick()
    await twin()
    expect(await used()).toBe(bytes.length)
    await server.space.tick()
    expect(await used()).toBe(bytes.length)
  })

  test('the sweep removes the second copy of a file that was uploaded again after compaction', async () => {
    const { server, twin } = await start()
    await server.space.tick()
    const before = await server.stored()
    const { id, sha256 } = await twin()
    expect(await server.stored()).toContain(sha256)
    const [read] = await readAll(server, id)
    await sweepAll(server)
    await server.retention.tick()
    expect((await server.stored()).sort()).toEqual(before.sort())
    expect(await readAll(server, id)).toEqual([read])
  })
})

test('a guest cannot read the original, and a revoked guest cannot read the document or any range', async () => {
  const invited = await startInvited()
  const { server, document } = invited
  const [bearer, luis] = [await invited.open('ana@example.com'), await invited.open('luis@example.com')]
  await invited.sign(luis, invited.luis)
  await server.space.tick()
  expect((await server.stored()).length).toBe(1)
  expect((await original(server, bearer, document.id, 'bytes=0-9')).status).toBeGreaterThanOrEqual(400)
  await succeed(server, revokeInvitationCall, await aboutAna(invited))
  expect(await refuse(server, getFileCall, { bearer, params: { id: document.id } })).toMatchObject({ status: 410 })
  for (const range of [undefined, 'bytes=0-9', 'bytes=500-'])
    expect((await original(server, bearer, document.id, range)).status).toBe(410)
})

describe('a stored file without a reference', () => {
  test('the sweep finds the file within a day and removes the file after the retention period', async () => {
    const server = await openTestServer()
    const { sha256 } = await server.services.blobs.put(Buffer.from('an upload that died before its row'))
    for (let folder = 0; folder < 256; folder++) {
      await server.space.tick()
      server.clock.advance(DAY_MS / 256)
    }
    server.clock.advance(RETENTION - DAY_MS - 1)
    await server.retention.tick()
    expect(await server.stored()).toEqual([sha256])
    server.clock.advance(DAY_MS + 1)
    await server.retention.tick()
    expect(await server.stored()).toEqual([])
  })

  test('the file stays when a revision refers to the file before the retention period ends', async () => {
    const server = await openTestServer()
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const { sha256, id } = await uploadDocument(server, bearer)
    const { db } = server.services
    const row = await db.deleteFrom('revisions').where('document_id', '=', id).returningAll().executeTakeFirstOrThrow()
    await sweepAll(server)
    await db.insertInto('revisions').values(row).execute()
    server.clock.advance(2 * RETENTION)
    await server.retention.tick()
    expect(await server.stored()).toEqual([sha256])
    expect(await db.selectFrom('blob_removals').selectAll().execute()).toEqual([])
  })
})

onDisk(
  'one damaged file takes all revisions of its document and the equal upload, and its bytes heal them all',
  async () => {
    const server = await openTestServer()
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const { id, final } = await saveOften(server, bearer, 2)
    const [first] = await readAll(server, id)
    const equal = await uploadDocument(server, bearer, first?.bytes ?? Buffer.alloc(0))
    await server.space.tick()
    expect(await server.stored()).toHaveLength(1)
    const { db, blobs } = server.services
    const revisions = await db.selectFrom('revisions').select(['document_id', 'sha256']).execute()
    const broken = async () => {
      const lost = new Set<number>()
      let count = 0
      for (const { document_id, sha256 } of revisions)
        await blobs.verify(sha256).catch(() => {
          lost.add(document_id)
          count += 1
        })
      return { count, documents: [...lost].sort() }
    }
    const newest = createHash('sha256').update(final).digest('hex')
    const path = join(server.dataDir, 'files', newest.slice(0, 2), newest)
    const flipped = Buffer.from(final)
    flipped[100] = (flipped[100] ?? 0) ^ 1
    await writeFile(path, flipped)
    expect(await broken()).toEqual({ count: 4, documents: [id, equal.id].sort() })
    await writeFile(path, final)
    expect(await broken()).toEqual({ count: 0, documents: [] })
  },
)

onDisk(
  'one changed byte in a shared file takes all revisions of three equal uploads, and none of six others',
  async () => {
    const server = await openTestServer()
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const { id, final } = await saveOften(server, bearer, 7)
    const upload = Buffer.from((await readAll(server, id))[0]?.bytes ?? [])
    for (let equal = 0; equal < 2; equal++) await uploadDocument(server, bearer, upload)
    for (let other = 0; other < 6; other++)
      await uploadDocument(server, bearer, Buffer.concat([upload, Buffer.from(`\n%${other}\n`)]))
    await server.space.tick()
    const { db, blobs } = server.services
    const newest = createHash('sha256').update(final).digest('hex')
    await writeFile(join(server.dataDir, 'files', newest.slice(0, 2), newest), Buffer.from(final).fill(0, 100, 101))
    const lost: number[] = []
    const revisions = await db.selectFrom('revisions').select(['sha256', 'document_id']).execute()
    for (const { sha256, document_id } of revisions)
      await blobs.verify(sha256).catch((error: unknown) => {
        expect(error).toMatchObject({ name: 'BlobFaultError', fault: 'damaged' })
        lost.push(document_id)
      })
    expect([revisions.length, lost.length, new Set(lost).size]).toEqual([16, 10, 3])
  },
)
