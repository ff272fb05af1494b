import { registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { deleteDocumentOf, erase, RETENTION, startSigned } from '../../../test/support/personal-data.ts'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

test('two processes compact and erase at the same time without losing a revision or leaving a file', async () => {
  const signed = await startSigned()
  const { server, document } = signed
  const other = await openTestServer({ besides: server })
  const { db, blobs } = server.services
  const rows = await db.selectFrom('revisions').selectAll().where('document_id', '=', document.id).execute()
  const readAll = () => Promise.all(rows.map(({ sha256 }) => other.services.blobs.read(sha256)))
  const before = await readAll()
  const { access_token: bearer } = await registerPerson(server, 'pedro')
  const twin = await uploadDocument(server, bearer, before[0])
  const both = [server, other, server, other]
  await Promise.all([...both.map(({ space }) => space.tick()), readAll()])
  expect(await readAll()).toEqual(before)
  expect(await server.stored()).toHaveLength(2)
  await deleteDocumentOf(signed)
  server.clock.advance(RETENTION)
  await Promise.all(both.flatMap(({ space, retention }) => [space.tick(), retention.tick()]))
  await erase(server)
  expect(Buffer.compare(await blobs.read(twin.sha256), before[0] ?? Buffer.alloc(0))).toBe(0)
  expect(await server.stored()).toEqual([twin.sha256])
  expect([...server.adminEvents, ...other.adminEvents].filter(({ event }) => event === 'data-not-erased')).toEqual([])
})
