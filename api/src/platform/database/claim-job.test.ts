import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import { claimJobOf, claimNextOf, isUnclaimed, type JobClaim } from './claim-job.ts'
import type { ApiDatabase } from './open-database.ts'

const NOW = 1000
const LIFE = 50
const one: JobClaim = { now: NOW, process: 1, startedAt: 0, life: LIFE }
const other: JobClaim = { now: NOW, process: 2, startedAt: 0, life: LIFE }

let db: ApiDatabase
beforeEach(async () => {
  const server = await openTestServer()
  db = server.services.db
  const texts = { to_name: '', to_address: '', to_key: '', subject: '', text_body: '', html_body: '' }
  const mail = { kind: 'reset-code' as const, ...texts, created_at: 0, attempts: 0 }
  await db
    .insertInto('outbox')
    .values([
      { id: 1, ...mail, state: 'pending', next_attempt_at: NOW },
      { id: 2, ...mail, state: 'pending', next_attempt_at: NOW - 1 },
      { id: 3, ...mail, state: 'pending', next_attempt_at: NOW + 1 },
      { id: 4, ...mail, state: 'sent', next_attempt_at: 0 },
    ])
    .execute()
})
afterEach(closeTestServers)

const next = async (by: JobClaim): Promise<number | undefined> =>
  (await claimNextOf(db, 'outbox', by, (due) => due.orderBy('next_attempt_at')))?.id

test('each claim takes the next due job, counts the attempt and ends after its life', async () => {
  const claimed = await claimNextOf(db, 'outbox', one, (due) => due.orderBy('next_attempt_at'))
  expect(claimed).toMatchObject({ id: 2, attempts: 1, claimed_by: 1, claimed_until: NOW + LIFE })
  expect(await next(other)).toBe(1)
  expect(await next({ ...other, process: 3 })).toBeUndefined()
  expect(await next({ ...other, process: 3, now: NOW + LIFE })).toBe(2)
})

test('a claim by number succeeds once per process, for a job that is due', async () => {
  expect(await claimJobOf(db, 'outbox', 2, one)).toBe(true)
  expect(await claimJobOf(db, 'outbox', 2, other)).toBe(false)
  // Its answer may have been lost.
  expect(await claimJobOf(db, 'outbox', 2, one)).toBe(true)
  for (const id of [3, 4, 5]) expect(await claimJobOf(db, 'outbox', id, one)).toBe(false)
  const { attempts } = await db.selectFrom('outbox').select('attempts').where('id', '=', 2).executeTakeFirstOrThrow()
  expect(attempts).toBe(2)
})

test('processes that claim at the same moment take different jobs', async () => {
  const claimed = await Promise.all([next(one), next(other), next({ ...other, process: 3 })])
  const taken = claimed.filter((id) => id !== undefined)
  expect(new Set(taken).size).toBe(taken.length)
  expect(taken.toSorted()).toEqual([1, 2])
})

test('a job is unclaimed before its claim and from its end on', async () => {
  const unclaimed = async (now: number) =>
    (await db.selectFrom('outbox').select('id').where(isUnclaimed(now)).orderBy('id').execute()).map(({ id }) => id)
  await claimJobOf(db, 'outbox', 2, one)
  expect(await unclaimed(NOW)).toEqual([1, 3, 4])
  expect(await unclaimed(NOW + LIFE)).toEqual([1, 2, 3, 4])
})
