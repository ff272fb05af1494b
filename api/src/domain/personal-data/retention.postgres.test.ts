import { deleteAccountOf, erase, RETENTION, startSigned } from '../../../test/support/personal-data.ts'
import { scanTables } from '../../../test/support/scan-for.ts'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

test('two processes that erase at the same time erase each document and account once', async () => {
  const signed = await startSigned()
  const { server } = signed
  const other = await openTestServer({ besides: server })
  await deleteAccountOf(signed)
  await server.relay.tick()
  server.clock.advance(RETENTION)
  await Promise.all([server.retention.tick(), other.retention.tick(), server.retention.tick(), other.retention.tick()])
  await erase(server)
  expect(await server.services.db.selectFrom('document_skeletons').selectAll().execute()).toHaveLength(1)
  const erasures = [...server.adminEvents, ...other.adminEvents].flatMap((fact) =>
    fact.event === 'data-erased' ? [fact] : [],
  )
  const sum = (name: 'documents' | 'accounts' | 'files') => erasures.reduce((total, fact) => total + fact[name], 0)
  expect({ documents: sum('documents'), accounts: sum('accounts') }).toEqual({ documents: 1, accounts: 1 })
  expect(erasures.some(({ files }) => files > 0)).toBe(true)
  expect([...server.adminEvents, ...other.adminEvents].filter(({ event }) => event === 'data-not-erased')).toEqual([])
  expect(await server.stored()).toEqual([])
  expect(await scanTables(server, ['olga', 'ana@example.com', 'Luis Mata'])).toEqual([])
})

test('only one of two processes removes the files, and each file once', async () => {
  const removals: string[] = []
  const fault = (point: string): void => {
    if (point === 'before remove blob') removals.push(point)
  }
  const signed = await startSigned({ fault })
  const { server } = signed
  const other = await openTestServer({ besides: server, fault })
  await deleteAccountOf(signed)
  await server.relay.tick()
  server.clock.advance(RETENTION)
  const stored = await server.stored()
  await Promise.all([server.retention.tick(), other.retention.tick()])
  expect(await server.stored()).toEqual([])
  expect(removals).toHaveLength(stored.length)
})
