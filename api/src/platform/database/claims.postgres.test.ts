import { findPostgres, type PostgresServer, startPostgres } from '../../../test/stores/postgres-server.ts'
import { untilTrue } from '../../../test/support/eventually.ts'
import { claimsOfSeveral } from './claims.ts'
import type { ApiDatabase } from './open-database.ts'
import { openPostgres } from './open-postgres.ts'
import { openPostgresSession, type PostgresSession } from './postgres-session.ts'

let postgres: PostgresServer
let db: ApiDatabase
const sessions: PostgresSession[] = []
let elapsed = 0

beforeAll(async () => {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('there is no PostgreSQL to stop and start')
  postgres = await startPostgres(programs)
})
beforeEach(async () => {
  db = await openPostgres(postgres.url, () => undefined)
})
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
  await db.deleteFrom('outbox').execute()
  await db.destroy()
})
afterAll(() => postgres.remove())

/** `back` resolves when the process has reconnected. */
const openProcess = async () => {
  let lost = 0
  const url = postgres.url
  const none = () => undefined
  const onLost = () => {
    lost += 1
  }
  const session = await openPostgresSession({
    ...{ url, channel: 'prueba', onMessage: none, onLost, onError: none },
    elapsed: () => elapsed,
  })
  sessions.push(session)
  return {
    session,
    claims: claimsOfSeveral({ db, clock: Date.now, random: Math.random }, session),
    timesLost: () => lost,
  }
}

const claimMail = async (id: number, process: number): Promise<void> => {
  const texts = { to_name: '', to_address: '', to_key: '', subject: '', text_body: '', html_body: '' }
  const claim = { state: 'pending' as const, attempts: 1, claimed_until: Number.MAX_SAFE_INTEGER, claimed_by: process }
  await db
    .insertInto('outbox')
    .values({ id, kind: 'reset-code', ...texts, created_at: 0, next_attempt_at: 0, ...claim })
    .execute()
}

const inHand = async (): Promise<number[]> => {
  const mails = db.selectFrom('outbox').select('id').where('claimed_by', 'is not', null).orderBy('id')
  return (await mails.execute()).map(({ id }) => id)
}

const until = (isSo: () => Promise<boolean>) => untilTrue('what was claimed is free', () => isSo().catch(() => false))

test('a live process keeps its claims, and the claims of a dead process become free', async () => {
  const living = await openProcess()
  const dead = await openProcess()
  await claimMail(1, living.session.process)
  await claimMail(2, dead.session.process)
  await living.claims.freeDead()
  expect(await inHand()).toEqual([1, 2])
  await dead.session.close()
  await living.claims.freeDead()
  expect(await inHand()).toEqual([1])
})

test('after a database outage, reconnecting processes keep their claims and a dead one loses its claim later', async () => {
  const own = await openProcess()
  const other = await openProcess()
  await claimMail(1, own.session.process)
  await claimMail(2, other.session.process)
  await postgres.stop('immediate')
  await until(async () => own.timesLost() === 1 && other.timesLost() === 1)
  // Disconnected: it does not even try.
  await own.claims.freeDead()
  await postgres.start()
  // The other process died during the outage.
  await other.session.close()
  await until(async () => {
    elapsed += 10_000
    const sees = own.session.seesWhoLives()
    elapsed -= 10_000
    return sees
  })
  await own.claims.freeDead()
  expect(await inHand()).toEqual([1, 2])
  elapsed += 5000
  await own.claims.freeDead()
  expect(await inHand()).toEqual([1])
})
