import { begin, csvOf, makeTemplate } from '../../../test/support/bulk.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { examineJobs } from './examine-jobs.ts'
import { openReadOnlyDatabase } from './open-read-only-database.ts'

afterEach(closeTestServers)

test('the doctor names bulk jobs that a row stopped or holds up, with the row, and no others', async () => {
  const server = await openTestServer({ variables: { METRICS_TOKEN: 'una-clave-de-prueba' } })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const template = await makeTemplate(server, bearer)
  const { db } = server.services
  const startJob = async (change: { readonly state: 'pending' | 'stopped'; readonly reason: string | null }) => {
    const { id } = await begin(server, bearer, template, { file: csvOf(1) })
    await db.updateTable('bulk_jobs').set(change).where('id', '=', id).execute()
    return id
  }
  const examine = async () => {
    const ledger = await openReadOnlyDatabase(parseApiEnvironment({ DATA_DIR: server.dataDir }))
    const findings = await examineJobs(ledger)
    await ledger?.close()
    return findings
  }
  await startJob({ state: 'stopped', reason: 'QUOTA_EXCEEDED' })
  await startJob({ state: 'pending', reason: null })
  expect(await examine()).toMatchObject([{ level: 'ok' }])
  const failing = await startJob({ state: 'pending', reason: 'UNEXPECTED' })
  const stopped = await startJob({ state: 'stopped', reason: 'ROW_KILLS:7' })
  const messages = (await examine()).map(({ message }) => message)
  expect(messages).toHaveLength(2)
  expect(messages).toContainEqual(expect.stringContaining(`El envío masivo ${failing} tiene una fila que falla`))
  expect(messages).toContainEqual(expect.stringContaining(`El envío masivo ${stopped} está detenido: su fila 7 hizo`))
  const headers = { authorization: 'Bearer una-clave-de-prueba' }
  const { body } = await server.app.inject({ url: '/metrics', headers })
  for (const state of ['failing', 'stopped']) expect(body).toContain(`trazo_bulk_jobs{state="${state}"} 1`)
})
