import { sampleOf } from 'pdf/testing/node'
import { digitalSignCall, type UserFile } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { verifyLog } from 'shared/contract/evidence-log'
import { hashHex } from 'shared/server'
import { scaled } from 'shared/testing/limits'
import { readLog } from '../src/domain/audit/read-log.ts'
import { DAY_MS, HOUR_MS } from '../src/platform/clock.ts'
import type { ApiDatabase } from '../src/platform/database/open-database.ts'
import { examineServed } from './faults/examine-signatures.ts'
import { type ChildHome, openChildHome } from './support/child-home.ts'
import { download, invite, messages, open, placeField, register, signing, upload } from './support/child-people.ts'
import { ask, type ChildServer, FAULTY_MAIN } from './support/child-server.ts'
import { untilTrue } from './support/eventually.ts'
import { distinctPoints, giveOrder, recorded } from './support/fault-orders.ts'
import { PASSWORD, threePages } from './support/people.ts'

/*
 * Kills a server around each write of work that comes due: a reminder, and the renewal of a seal. One installation
 * records the writes; another dies at them, start after start.
 */

jest.setTimeout(scaled(300_000))

/** The first reminder is due. */
const AFTER_DAYS = 4 * DAY_MS
/** The authority's certificate ends in less than 180 days, and the next start makes another. */
const AFTER_YEARS = 3500 * DAY_MS
/** The claim of a dead process ends. */
const STEP = HOUR_MS

const startAhead = (home: ChildHome, ahead = 0): Promise<ChildServer> =>
  home.start({ RATE_LIMIT_FACTOR: '1000', TRAZO_TEST_CLOCK_AHEAD_MS: String(ahead) }, FAULTY_MAIN)

const withDb = async <Result>(home: ChildHome, work: (db: ApiDatabase) => Promise<Result>): Promise<Result> => {
  const db = await home.openDb()
  return work(db).finally(() => db.destroy())
}

interface Installation {
  readonly home: ChildHome
  readonly sealed: number
}

const contract = (name: string): Buffer => Buffer.concat([threePages(), Buffer.from(`\n% ${name}\n`)])

const inviteTo = async (server: ChildServer, bearer: string, name: string): Promise<UserFile> => {
  const document = await upload(server, bearer, contract(name))
  await placeField(server, bearer, document.id, name)
  await invite(server, bearer, document.id, name)
  return document
}

/** Two invitations, and the complete document to owner and guest. */
const MAILS = 4

/** With a sealed document, and one whose guest does not answer. */
const openInstallation = async (): Promise<Installation> => {
  const home = await openChildHome('due')
  const server = await startAhead(home)
  const bearer = (await register(server)).access_token
  const { id: sealed } = await inviteTo(server, bearer, 'ana')
  await inviteTo(server, bearer, 'luis')
  const mail = (await messages(home.dataDir, 2)).find((text) => text.includes('<ana@example.com>')) ?? ''
  const { access_token, signature_field } = await open(server, mail)
  await ask(server, digitalSignCall, { bearer: access_token, ...signing(signature_field.id) })
  await messages(home.dataDir, MAILS)
  expect(await server.stop()).toBe(0)
  return { home, sealed }
}

const countOf = (home: ChildHome, kind: 'reminder-sent' | 'document-renewed'): Promise<number> =>
  withDb(
    home,
    async (db) => (await db.selectFrom('audit_events').select('number').where('kind', '=', kind).execute()).length,
  )

interface Work {
  readonly kind: 'reminder-sent' | 'document-renewed'
  readonly ahead: number
  readonly writes: RegExp
}

const works: readonly Work[] = [
  { kind: 'reminder-sent', ahead: AFTER_DAYS, writes: /begin > update invitations/ },
  { kind: 'document-renewed', ahead: AFTER_YEARS, writes: /put blob|begin > insert revisions/ },
]

const recordWork = async ({ home }: Installation, { kind, ahead, writes }: Work): Promise<string[]> => {
  const points = await recorded(home.dataDir, async () => {
    const server = await startAhead(home, ahead)
    await untilTrue(`${kind} once`, async () => (await countOf(home, kind)) === 1)
    await server.stop()
  })
  return distinctPoints(points.filter((point) => writes.test(point)))
}

/** Before the next process can repair anything. */
const examineDead = async ({ home }: Installation): Promise<void> => {
  const stored = new Set(await home.stored())
  await withDb(home, async (db) => {
    for (const { id, revision } of await db.selectFrom('documents').select(['id', 'revision']).execute()) {
      const of = { id, revision, ...(await rowsOf(db, id)) }
      const seals = of.revisions.filter(({ kind }) => kind === 'sealed').map(({ number }) => number)
      expect(of).toMatchObject({ verdict: 'whole', seals })
      expect(of.revisions.map(({ number }) => number)).toEqual(
        Array.from({ length: revision }, (_, index) => index + 1),
      )
      for (const { sha256 } of of.revisions) expect(stored).toContain(sha256)
      expect(of.log.filter((kind) => kind === 'document-renewed')).toHaveLength(Math.max(0, seals.length - 1))
      expect(of.log.filter((kind) => kind === 'reminder-sent')).toHaveLength(of.reminders)
      expect(of.mails).toHaveLength(of.reminders)
    }
  })
}

const rowsOf = async (db: ApiDatabase, id: number) => {
  const log = await readLog(db, id)
  const seals = db.selectFrom('seals').select('revision').where('document_id', '=', id).orderBy('revision')
  const revisions = db.selectFrom('revisions').select(['number', 'kind', 'sha256']).where('document_id', '=', id)
  const invitations = db.selectFrom('invitations').select('reminders').where('document_id', '=', id)
  const mails = db.selectFrom('outbox').select('id').where('document_id', '=', id).where('kind', '=', 'reminder')
  return {
    revisions: await revisions.orderBy('number').execute(),
    seals: (await seals.execute()).map(({ revision }) => revision),
    reminders: (await invitations.execute()).reduce((sum, { reminders }) => sum + reminders, 0),
    mails: await mails.execute(),
    log: log.map(({ kind }) => kind),
    verdict: (await verifyLog(log, hashHex)).kind,
  }
}

let dying: Installation
const points = new Map<Work, readonly string[]>()

beforeAll(async () => {
  const recording = await openInstallation()
  for (const work of works) points.set(work, await recordWork(recording, work))
  await recording.home.remove()
  dying = await openInstallation()
})

afterAll(() => dying.home.remove())

const dieAt = async ({ home }: Installation, point: string, ahead: number): Promise<void> => {
  await giveOrder(home.dataDir, `kill ${point}`)
  const server = await startAhead(home, ahead).catch(() => undefined)
  await server?.ended
}

test.each(works)('a server that dies at each write of $kind does it once', async (work) => {
  const { home, sealed } = dying
  const all = points.get(work) ?? []
  expect(all.at(-1)).toMatch(/^after begin > .* > commit$/)
  // In their order: after the last one, nothing is due.
  const chosen = new Set(sampleOf(all, 1))
  let ahead = work.ahead
  for (const point of all.filter((each) => chosen.has(each))) {
    await dieAt(dying, point, ahead)
    await examineDead(dying)
    ahead += STEP
  }
  const server = await startAhead(home, ahead)
  await untilTrue(`${work.kind} once`, async () => (await countOf(home, work.kind)) === 1)
  await messages(home.dataDir, MAILS + 1)
  if (work.kind === 'document-renewed') {
    const bearer = (await ask(server, loginCall, { body: { username: 'olga', password: PASSWORD } })).access_token
    const bytes = await download(server, bearer, sealed)
    await examineServed(server, bytes, { people: 1, seals: 2, at: Date.now() + ahead })
  }
  expect(await server.stop()).toBe(0)
  await examineDead(dying)
})
