import { bulkResultCall, changeBulkJobCall, getBulkJobCall } from 'shared/contract/bulk'
import { begin, csvOf, makeTemplate, sendRows } from '../../../test/support/bulk.ts'
import { registerPerson } from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { claimJobOf } from '../../platform/database/claim-job.ts'
import { claimantAt, claimsOfOne, type JobClaims } from '../../platform/database/claims.ts'

let server: TestServer
let bearer: string
let jobId: number
let isBroken: boolean

beforeEach(async () => {
  isBroken = false
  server = await openTestServer({
    fault: (point) => {
      if (isBroken && point.includes('update bulk_rows')) throw new TypeError('a mistake of ours')
    },
  })
  bearer = (await registerPerson(server, 'olga')).access_token
  const template = await makeTemplate(server, bearer)
  jobId = (await begin(server, bearer, template, { file: csvOf(3) })).id
})
afterEach(closeTestServers)

const job = () => succeed(server, getBulkJobCall, { bearer, params: { id: jobId } })
const events = (name: string) => server.adminEvents.filter(({ event }) => event === name)
const warnings = async () => (await server.app.inject('/readyz')).json<{ warnings: string[] }>().warnings
const startProcess = async (): Promise<JobClaims> => {
  server.clock.advance(10)
  const claims = claimsOfOne({ db: server.services.db, clock: server.clock.now, random: () => 0 })
  await claims.freeDead()
  return claims
}
const dieWithRow = async (claims: JobClaims): Promise<void> => {
  const by = { ...claimantAt(claims, server.clock.now()), life: MINUTE_MS }
  expect(await claimJobOf(server.services.db, 'bulk_jobs', jobId, by)).toBe(true)
}

test('a server that dies again and again does not stop a job, which continues by itself', async () => {
  for (let death = 0; death < 6; death += 1) {
    await dieWithRow(await startProcess())
    await startProcess()
    server.clock.advance(MINUTE_MS)
  }
  await sendRows(server)
  expect(await job()).toMatchObject({ state: 'done', sent: 3, failed: 0, reason: null })
  expect(events('job-stopped')).toEqual([])
})

test('a row that kills twice stops the job by its number, and the owner sends the rest', async () => {
  await dieWithRow(await startProcess())
  const witness = await startProcess()
  server.clock.advance(MINUTE_MS)
  await dieWithRow(witness)
  await startProcess()
  server.clock.advance(MINUTE_MS)
  await sendRows(server)
  expect(await job()).toMatchObject({ state: 'stopped', sent: 0, failed: 1, pending: 2 })
  expect((await job()).reason).toMatch(/^La fila 2 hizo caer el servidor dos veces y no se envió\./)
  expect(events('job-stopped')).toEqual([{ event: 'job-stopped', kind: 'bulk', number: jobId, row: 2 }])
  expect(await warnings()).toEqual([expect.stringMatching(/detenidos por una fila que hizo caer el servidor/)])
  const headers = { authorization: `Bearer ${bearer}` }
  const { body } = await server.app.inject({ url: pathOf(bulkResultCall, { id: jobId }), headers })
  expect(body).toContain('hizo caer el servidor dos veces')
  await succeed(server, changeBulkJobCall, { bearer, params: { id: jobId }, body: { action: 'resume' } })
  await sendRows(server)
  expect(await job()).toMatchObject({ state: 'done', sent: 2, failed: 1, reason: null })
})

test('a row that fails for an unknown reason is reported and tried on, so that «Continúa dentro de un rato» is true', async () => {
  const { db } = server.services
  isBroken = true
  for (let attempt = 0; attempt < 6; attempt += 1) {
    expect(await server.bulk.tick()).toBe(1)
    server.clock.advance(1.5 * MINUTE_MS)
  }
  expect(await job()).toMatchObject({ state: 'running', sent: 0, pending: 3 })
  expect((await job()).reason).toMatch(/Continúa dentro de un rato; nadie recibe dos invitaciones\.$/)
  expect(events('bulk-row-failing')).toEqual([{ event: 'bulk-row-failing', job: jobId, row: 2, attempts: 5 }])
  expect(await warnings()).toEqual([expect.stringMatching(/una fila que falla una y otra vez: se reintenta/)])
  isBroken = false
  server.clock.advance(MINUTE_MS)
  await sendRows(server)
  expect(await job()).toMatchObject({ state: 'done', sent: 3, reason: null })
  expect(await db.selectFrom('template_uses').select('document_id').execute()).toHaveLength(3)
})
