import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidenceCall } from 'shared/contract/evidence'
import { FILENAME, startInvited } from '../../../test/support/invited.ts'
import { registerPerson, threePages, uploadDocument } from '../../../test/support/people.ts'
import {
  deleteAccountOf,
  deleteDocumentOf,
  erase,
  RETENTION,
  startSigned,
} from '../../../test/support/personal-data.ts'
import { scanFiles, scanTables } from '../../../test/support/scan-for.ts'
import { closeTestServers, pathOf } from '../../../test/support/test-server.ts'
import { logAuthorityOf } from '../audit/log-authority.ts'
import { hashOfDocument } from './erasure-record.ts'
import { judgeErasureRecord } from './judge-erasure-record.ts'
import { purgeMailFolder } from './purge-expired.ts'

afterEach(closeTestServers)

const PERSONAL = [
  'ana@example.com',
  'luis@example.com',
  'olga@example.com',
  'Ana Rojas',
  'Luis Mata',
  'María José',
  'Núñez',
  '8888-8888',
  'alquiler',
  '127.0.0.1',
  'lightMyRequest',
]

test('after the retention period, no table and no file contains personal data', async () => {
  const signed = await startSigned()
  const { server } = signed
  expect(await scanTables(server, PERSONAL)).not.toEqual([])
  await deleteAccountOf(signed)
  await server.relay.tick()
  server.clock.advance(RETENTION)
  await erase(server)
  expect(await scanTables(server, PERSONAL)).toEqual([])
  expect(await scanFiles(server, PERSONAL)).toEqual([])
  expect(await server.stored()).toEqual([])
})

test('a millisecond before the retention period ends, all data still exists', async () => {
  const signed = await startSigned()
  const { server } = signed
  const before = await server.stored()
  await deleteDocumentOf(signed)
  server.clock.advance(RETENTION - 1)
  expect(await erase(server)).toBe(0)
  expect(await server.stored()).toEqual(before)
  expect(await scanTables(server, ['Ana Rojas'])).toContain('participants: Ana Rojas')
})

test('RETENTION_DAYS sets the retention period', async () => {
  const signed = await startSigned({ variables: { RETENTION_DAYS: '2' } })
  const { server } = signed
  await deleteDocumentOf(signed)
  server.clock.advance(RETENTION / 15)
  await erase(server)
  expect(await scanTables(server, ['Ana Rojas'])).toEqual([])
})

test('the erasure keeps a document that was not deleted, and its owner', async () => {
  const { server } = await startSigned()
  server.clock.advance(RETENTION * 10)
  await erase(server)
  expect(await scanTables(server, ['Ana Rojas', 'olga@example.com'])).toEqual(
    expect.arrayContaining(['participants: Ana Rojas', 'users: olga@example.com', 'audit_events: Ana Rojas']),
  )
})

test('a signed skeleton proves hashes and times; a forged skeleton or missing time stamps fail the check', async () => {
  const signed = await startSigned()
  const { server, document } = signed
  const { db } = server.services
  const revisions = await db.selectFrom('revisions').selectAll().where('document_id', '=', document.id).execute()
  const log = await db.selectFrom('audit_events').select('hash').where('document_id', '=', document.id).execute()
  await deleteDocumentOf(signed)
  const deletedAt = server.clock.now()
  server.clock.advance(RETENTION)
  await erase(server)
  const skeleton = await db.selectFrom('document_skeletons').selectAll().executeTakeFirstOrThrow()
  const content = JSON.parse(skeleton.content)
  expect(content).toMatchObject({
    document_hash: hashOfDocument(document.id),
    deleted_at: deletedAt,
    erased_at: server.clock.now(),
    revisions: revisions.map(({ number, sha256 }) => ({ number, sha256 })),
    signatures: [{ signed_at: expect.any(Number) }, { signed_at: expect.any(Number) }],
    certificate_sha256: expect.stringMatching(/^[\da-f]{64}$/),
    log: { whole: true },
  })
  const hashes: string[] = content.log.entries.map(({ hash }: { hash: string }) => hash)
  expect(hashes).toEqual(expect.arrayContaining(log.map(({ hash }) => hash)))
  expect(content.log.head.hash).toBe(hashes.at(-1))
  const anchors = await db.selectFrom('erased_anchors').selectAll().execute()
  expect(anchors.length).toBeGreaterThan(0)
  const { keys } = logAuthorityOf(db)
  expect(judgeErasureRecord(keys, skeleton, anchors)).toBe(true)
  const forged = { ...skeleton, content: skeleton.content.replace(`"deleted_at":${deletedAt}`, '"deleted_at":1') }
  expect(judgeErasureRecord(keys, forged, anchors)).toBe(false)
  expect(judgeErasureRecord(keys, skeleton, [])).toBe(false)
})

test('the erasure keeps bytes that another document also uses', async () => {
  const { server, olga, ...rest } = await startInvited()
  const bytes = threePages()
  const twin = await registerPerson(server, 'otro')
  await uploadDocument(server, twin.access_token, bytes, 'Igual.pdf')
  const mine = await uploadDocument(server, olga.access_token, bytes, 'Lo mismo.pdf')
  expect(mine.sha256).toBe(rest.document.sha256)
  await deleteAccountOf({ server, olga, ...rest })
  server.clock.advance(RETENTION)
  await erase(server)
  expect(await server.stored()).toEqual([mine.sha256])
})

test('a run that dies before a write changes nothing, and a later run completes the erasure', async () => {
  const deaths = new Set<string>()
  const signed = await startSigned({
    fault: (point) => {
      if (!point.startsWith('before begin > insert erasures') || deaths.has(point)) return
      deaths.add(point)
      throw new Error(`died ${point}`)
    },
  })
  const { server, document } = signed
  await deleteDocumentOf(signed)
  server.clock.advance(RETENTION)
  for (let died = 0; ; died++) {
    const run = await server.retention.tick().catch(String)
    if (deaths.size === died) break
    expect(run).toContain('died before begin')
    expect(await scanTables(server, ['Ana Rojas'])).toContain('audit_events: Ana Rojas')
    expect(await server.services.db.selectFrom('document_skeletons').selectAll().execute()).toEqual([])
  }
  const writes = [...deaths].map((point) => point.split(' > ').at(-1))
  expect(writes).toEqual(
    expect.arrayContaining(['insert document_skeletons', 'delete revisions', 'delete erasures', 'commit']),
  )
  await erase(server)
  expect(await scanTables(server, ['Ana Rojas', String(document.id)])).toEqual([])
})

test('after a run that dies between rows and bytes, the next run removes the bytes', async () => {
  let died = false
  const signed = await startSigned({
    fault: (point) => {
      if (!/^after begin > insert erasures > .* > commit$/.test(point) || died) return
      died = true
      throw new Error('died after the commit')
    },
  })
  const { server } = signed
  await deleteDocumentOf(signed)
  server.clock.advance(RETENTION)
  await expect(server.retention.tick()).rejects.toThrow('died after the commit')
  expect(await server.stored()).not.toEqual([])
  await erase(server)
  expect(await server.stored()).toEqual([])
})

test('simultaneous runs erase a document once', async () => {
  const signed = await startSigned()
  const { server } = signed
  await deleteDocumentOf(signed)
  server.clock.advance(RETENTION)
  await Promise.all([server.retention.tick(), server.retention.tick(), server.retention.tick()])
  expect(await server.services.db.selectFrom('document_skeletons').selectAll().execute()).toHaveLength(1)
  expect(
    server.adminEvents.flatMap((fact) => (fact.event === 'data-erased' ? fact.documents : [])).filter(Boolean),
  ).toEqual([1])
})

test('the skeleton marks an altered log as not whole, and an admin event reports the log', async () => {
  const signed = await startSigned()
  const { server, document } = signed
  const { db } = server.services
  await deleteDocumentOf(signed)
  await db
    .updateTable('log_heads')
    .set({ hash: '0'.repeat(64) })
    .where('document_id', '=', document.id)
    .execute()
  server.clock.advance(RETENTION)
  await erase(server)
  const { content } = await db.selectFrom('document_skeletons').select('content').executeTakeFirstOrThrow()
  expect(JSON.parse(content)).toMatchObject({ log: { whole: false } })
  expect(server.adminEvents).toContainEqual(expect.objectContaining({ event: 'log-altered', document: document.id }))
})

test('the database refuses to delete log entries of a document that is not being erased', async () => {
  const { server, document } = await startInvited()
  await expect(
    server.services.db.deleteFrom('audit_events').where('document_id', '=', document.id).execute(),
  ).rejects.toThrow('nothing is deleted')
})

test('the API answers 404 for the evidence of an erased document, without its file name', async () => {
  const signed = await startSigned()
  const { server, document, owner } = signed
  await deleteDocumentOf(signed)
  server.clock.advance(RETENTION)
  await erase(server)
  const answer = await server.app.inject({
    method: 'GET',
    url: pathOf(evidenceCall, { id: document.id }),
    headers: { authorization: `Bearer ${await owner()}` },
  })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain(FILENAME)
})

test('the purge of the outbox folder removes only mail files that the database does not list', async () => {
  const { server } = await startInvited()
  const { db } = server.services
  const { id } = await db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
  const folder = await mkdtemp(join(tmpdir(), 'trazo-outbox-'))
  for (const name of [`2026-${id}.eml`, '2026-17.eml', '2026-17.eml.unfinished', 'notas.txt'])
    await writeFile(join(folder, name), 'x')
  await purgeMailFolder(db, folder)
  expect((await readdir(folder)).sort()).toEqual([`2026-${id}.eml`, 'notas.txt'])
  await rm(folder, { recursive: true })
})
