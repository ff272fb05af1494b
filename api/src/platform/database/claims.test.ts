import fc from 'fast-check'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import { claimJobOf } from './claim-job.ts'
import { claimantAt, claimsOfOne, type JobClaims } from './claims.ts'
import { blameAtClaim } from './deaths.ts'
import type { ApiDatabase } from './open-database.ts'

let db: ApiDatabase
let now = 0
beforeEach(async () => {
  db = (await openTestServer()).services.db
  now = 1000
})
afterEach(closeTestServers)

const queueMails = async (...ids: number[]): Promise<void> => {
  const texts = { to_name: '', to_address: '', to_key: '', subject: '', text_body: '', html_body: '' }
  const mail = { kind: 'reset-code' as const, ...texts, created_at: 0, attempts: 0, next_attempt_at: 0 }
  await db
    .insertInto('outbox')
    .values(ids.map((id) => ({ id, ...mail, state: 'pending' as const })))
    .execute()
}
const mails = () =>
  db
    .selectFrom('outbox')
    .select(['id', 'attempts', 'deaths', 'blamed', 'died_at', 'next_attempt_at', 'claimed_by', 'claimed_until'])
    .orderBy('id')
    .execute()
const startProcess = async (): Promise<JobClaims> => {
  now += 10
  const claims = claimsOfOne({ db, clock: () => now, random: () => 0 })
  await claims.freeDead()
  return claims
}
const claim = (claims: JobClaims, id: number): Promise<boolean> =>
  claimJobOf(db, 'outbox', id, { ...claimantAt(claims, now), life: 60_000 })

test('a death gives the attempt back, and the job waits as a suspect', async () => {
  await queueMails(1)
  await claim(await startProcess(), 1)
  await startProcess()
  const free = { claimed_by: null, claimed_until: null }
  expect(await mails()).toEqual([
    { id: 1, attempts: 0, deaths: 1, blamed: 1, died_at: now, next_attempt_at: now + 1000, ...free },
  ])
})

test('the next process that saw the pause finds the job to blame, and other jobs in hand are free at once', async () => {
  await queueMails(1, 2)
  await claim(await startProcess(), 1)
  const witness = await startProcess()
  now += 1000
  expect([await claim(witness, 1), await claim(witness, 2)]).toEqual([true, true])
  await startProcess()
  expect(await mails()).toMatchObject([
    { id: 1, attempts: 0, deaths: 2, blamed: 2 },
    { id: 2, attempts: 0, deaths: 0, blamed: 0, died_at: null, next_attempt_at: 0 },
  ])
})

test('deaths of a server that also dies without the job never add up', async () => {
  await queueMails(1)
  for (let death = 1; death <= 5; death += 1) {
    await claim(await startProcess(), 1)
    await startProcess()
    now += 600_000
    expect(await mails()).toMatchObject([{ attempts: 0, deaths: death, blamed: 1 }])
  }
})

test('a process frees dead claims once, and never its own', async () => {
  await queueMails(1)
  const claims = await startProcess()
  await claim(claims, 1)
  await claims.freeDead()
  expect(await mails()).toMatchObject([{ attempts: 1, deaths: 0, claimed_by: 0 }])
})

test('a claim decides about a suspicion as the model does', async () => {
  await queueMails(1)
  const aJob = fc.record({
    deaths: fc.integer({ min: 0, max: 8 }),
    blamed: fc.integer({ min: 0, max: 2 }),
    died_at: fc.option(fc.integer({ min: 0, max: 20 })),
  })
  await fc.assert(
    fc.asyncProperty(aJob, fc.integer({ min: 0, max: 20 }), async (job, startedAt) => {
      await db
        .updateTable('outbox')
        .set({ ...job, claimed_until: null, claimed_by: null })
        .execute()
      expect(await claimJobOf(db, 'outbox', 1, { now, process: 0, startedAt, life: 1 })).toBe(true)
      expect(await mails()).toMatchObject([{ blamed: blameAtClaim(job, startedAt) }])
    }),
  )
})
