import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deleteDocumentOf, erase, RETENTION, startSigned } from '../../../test/support/personal-data.ts'
import { closeTestServers, type TestServer } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { examineLogs } from './examine-logs.ts'
import { examineRetention } from './examine-retention.ts'
import { openReadOnlyDatabase } from './open-read-only-database.ts'

afterEach(closeTestServers)

const examine = async ({ dataDir, clock }: TestServer) => {
  const environment = parseApiEnvironment({ DATA_DIR: dataDir })
  const ledger = await openReadOnlyDatabase(environment)
  const findings = {
    retention: await examineRetention(environment, ledger, clock.now),
    logs: await examineLogs(environment, ledger),
  }
  await ledger?.close()
  return findings
}

const startDeleted = async () => {
  const signed = await startSigned()
  await deleteDocumentOf(signed)
  return signed.server
}

test('the doctor reports how long deleted data is kept and how much waits for erasure', async () => {
  const server = await startDeleted()
  const { retention } = await examine(server)
  expect(retention).toEqual([
    {
      subject: 'retention',
      level: 'ok',
      message: 'Lo eliminado se borra a los 30 días (RETENTION_DAYS): esperan 1 documentos y 0 cuentas.',
    },
  ])
})

test('the doctor warns when an erasure is overdue', async () => {
  const server = await startDeleted()
  server.clock.advance(RETENTION + DAY_MS)
  expect((await examine(server)).retention).toMatchObject([{ level: 'warning' }])
  await erase(server)
  expect((await examine(server)).retention).toMatchObject([{ level: 'ok' }])
})

test('the doctor accepts anchors of erased documents and reports a missing place or changed skeleton', async () => {
  const server = await startDeleted()
  server.clock.advance(RETENTION)
  await erase(server)
  expect((await examine(server)).logs).toMatchObject([{ level: 'ok' }])
  const database = new DatabaseSync(join(server.dataDir, 'trazo.sqlite'))
  database.exec(`update document_skeletons set content = replace(content, '"version":1', '"version":2')`)
  expect((await examine(server)).logs).toMatchObject([
    { level: 'error', message: expect.stringContaining('constancias') },
  ])
  database.exec(`update document_skeletons set content = replace(content, '"version":2', '"version":1')`)
  database.exec('delete from erased_anchors')
  database.close()
  const { logs } = await examine(server)
  expect(logs).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('Falta o fue alterada el ancla') }),
  )
})
