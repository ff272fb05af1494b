import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleOf } from 'pdf/testing/node'
import { deleteFileCall, digitalSignCall, getFileCall, type UserFile } from 'shared/contract'
import { deleteAccountCall, loginCall, proveIdentityCall } from 'shared/contract/accounts'
import { dateOf, setDeadlineCall } from 'shared/contract/signing-order'
import { scaled } from 'shared/testing/limits'
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
 * Kills a server around each write of the work that nobody asks for: a deadline passes, a completed document is
 * compacted, a deleted one and a deleted account are erased, and files that nothing needs are removed. The end must be the same as without a
 * kill, and no revision may be missing in between.
 */

/** After the deadline and the retention of 30 days. */
const LATER = 40 * DAY_MS
/** The claim of a dead compaction ends after an hour; bytes rest as long before they are removed. */
const STEP = 2 * HOUR_MS

interface Scene {
  readonly expiring: number
  readonly completed: number
  readonly erased: number
  /** As downloaded when it was complete. */
  readonly bytes: Buffer
}

/** At least as many as points: how often folders are swept depends on the machine. */
const CASES = 120

const start = (home: ChildHome, ahead = 0): Promise<ChildServer> =>
  home.start({ RATE_LIMIT_FACTOR: '1000', TRAZO_TEST_CLOCK_AHEAD_MS: String(ahead) }, FAULTY_MAIN)

const withDb = async <Result>(home: ChildHome, work: (db: ApiDatabase) => Promise<Result>): Promise<Result> => {
  const db = await home.openDb()
  return work(db).finally(() => db.destroy())
}

let mails = 0

/** The token of each guest's link. */
const inviteAll = async (
  home: ChildHome,
  server: ChildServer,
  { bearer, id, guests }: { bearer: string; id: number; guests: readonly string[] },
): Promise<string[]> => {
  for (const guest of guests) await placeField(server, bearer, id, guest)
  for (const guest of guests) await invite(server, bearer, id, guest)
  mails += guests.length
  const all = await messages(home.dataDir, mails)
  return guests.map((guest) => all.find((text) => text.includes(`<${guest}@example.com>`)) ?? '')
}

/** To the owner and both guests, and the certificate. */
const MAILS_OF_COMPLETION = 4

const completeOne = async (
  home: ChildHome,
  server: ChildServer,
  { bearer, guests }: { bearer: string; guests: readonly string[] },
): Promise<UserFile> => {
  const { id } = await upload(server, bearer, Buffer.concat([threePages(), Buffer.from(`\n% ${guests}\n`)]))
  for (const mail of await inviteAll(home, server, { bearer, id, guests })) {
    const { access_token, signature_field } = await open(server, mail)
    await ask(server, digitalSignCall, { bearer: access_token, ...signing(signature_field.id) })
  }
  await untilTrue('the certificate of completion is written', () =>
    withDb(home, async (db) => {
      const jobs = db.selectFrom('completion_certificates').select('state').where('document_id', '=', id)
      const job = await jobs.executeTakeFirst()
      return job !== undefined && job.state !== 'pending'
    }),
  )
  mails += MAILS_OF_COMPLETION
  await messages(home.dataDir, mails)
  return ask(server, getFileCall, { bearer, params: { id } })
}

/** With a document. */
const deleteAccount = async (server: ChildServer, username: string): Promise<void> => {
  const bearer = (await register(server, username)).access_token
  await upload(server, bearer, Buffer.concat([threePages(), Buffer.from(`\n% ${username}\n`)]))
  const { proof } = await ask(server, proveIdentityCall, { bearer, body: { password: PASSWORD } })
  await ask(server, deleteAccountCall, { bearer, body: { username, proof } })
}

/** The files were written just now; they are removed when they are an hour old. */
const ageFiles = async ({ dataDir }: ChildHome): Promise<void> => {
  const folder = join(dataDir, 'files')
  const long = new Date(Date.now() - 3 * HOUR_MS)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), long, long)
}

const prepare = async (home: ChildHome): Promise<Scene> => {
  const server = await start(home)
  const bearer = (await register(server)).access_token
  const completed = await completeOne(home, server, { bearer, guests: ['ana', 'luis'] })
  const erased = await completeOne(home, server, { bearer, guests: ['eva', 'raul'] })
  const expiring = await upload(server, bearer, threePages())
  const date = dateOf(Date.now() + 2 * DAY_MS)
  await ask(server, setDeadlineCall, { bearer, params: { id: expiring.id }, body: { date } })
  await inviteAll(home, server, { bearer, id: expiring.id, guests: ['iris'] })
  await ask(server, deleteFileCall, { bearer, params: { id: erased.id } })
  await deleteAccount(server, 'elena')
  const bytes = await download(server, bearer, completed.id)
  expect(await server.stop()).toBe(0)
  await ageFiles(home)
  return { expiring: expiring.id, completed: completed.id, erased: erased.id, bytes }
}

const revisionsOf = (db: ApiDatabase, id: number) =>
  db
    .selectFrom('revisions')
    .select(['number', 'sha256', 'size'])
    .where('document_id', '=', id)
    .orderBy('number')
    .execute()

const isDone = (home: ChildHome, { expiring, completed, erased }: Scene): Promise<boolean> =>
  withDb(home, async (db) => {
    const expired = db.selectFrom('documents').select('expired_at').where('id', '=', expiring)
    const earlier = new Set((await revisionsOf(db, completed)).slice(0, -1).map(({ sha256 }) => sha256))
    const prefixes = await db.selectFrom('blob_prefixes').select('sha256').execute()
    const queued = await db.selectFrom('blob_removals').select('sha256').execute()
    const waiting = await db.selectFrom('outbox').select('id').where('state', '=', 'pending').execute()
    return (
      (await expired.executeTakeFirstOrThrow()).expired_at !== null &&
      (await revisionsOf(db, erased)).length === 0 &&
      (await db.selectFrom('users').select('id').execute()).length === 1 &&
      prefixes.filter(({ sha256 }) => earlier.has(sha256)).length === earlier.size &&
      queued.length + waiting.length === 0
    )
  })

const untilDone = (home: ChildHome, scene: Scene): Promise<void> =>
  untilTrue('the deadline is announced, a document compacted, another erased, and no file waits for its removal', () =>
    isDone(home, scene),
  )

const namesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort()
}

/** All that the workers leave: files, also those that were moved aside, rows, mails, and the log of each document. */
const endOf = async (home: ChildHome) => ({
  files: await namesIn(join(home.dataDir, 'files')),
  mails: (await namesIn(join(home.dataDir, 'outbox'))).length,
  rows: await withDb(home, async (db) => ({
    users: await db.selectFrom('users').select('username').execute(),
    documents: await db.selectFrom('documents').select(['id', 'status']).orderBy('id').execute(),
    prefixes: await db.selectFrom('blob_prefixes').selectAll().orderBy('sha256').execute(),
    mails: await db
      .selectFrom('outbox')
      .select(['kind', 'document_id', 'state'])
      .orderBy('document_id')
      .orderBy('kind')
      .execute(),
    log: await db
      .selectFrom('audit_events')
      .select(['document_id', 'number', 'kind'])
      .orderBy('document_id')
      .orderBy('number')
      .execute(),
  })),
})

/** Reads the files of a dead process, without its code. */
const expectEveryRevision = async (home: ChildHome, { expiring, completed }: Scene): Promise<void> => {
  const bytesOf = (sha256: string) =>
    readFile(join(home.dataDir, 'files', sha256.slice(0, 2), sha256)).catch(() => undefined)
  await withDb(home, async (db) => {
    for (const { number, sha256, size } of [
      ...(await revisionsOf(db, expiring)),
      ...(await revisionsOf(db, completed)),
    ]) {
      const prefix = await db
        .selectFrom('blob_prefixes')
        .select('within')
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      const bytes = (await bytesOf(sha256)) ?? (prefix && (await bytesOf(prefix.within)))?.subarray(0, size)
      const found = bytes && createHash('sha256').update(bytes).digest('hex')
      expect({ number, found }).toEqual({ number, found: sha256 })
    }
  })
}

let template: string
let scene: Scene
let points: readonly string[] = []
let expected: Awaited<ReturnType<typeof endOf>>

const openCopy = async (): Promise<ChildHome> => {
  const home = await openChildHome('background')
  await cp(template, home.dataDir, { recursive: true, preserveTimestamps: true })
  return home
}

/** Of these workers: mails, anchors of logs and the cleaning of expired rows are of others. Claims count once. */
const isTheirs = (point: string): boolean =>
  /blob|documents|revisions|audit_events|delete users/.test(point) &&
  !/update outbox|log_batches|update blob_scrubs #/.test(point)

beforeAll(async () => {
  const first = await openChildHome('background')
  scene = await prepare(first)
  template = await mkdtemp(join(tmpdir(), 'trazo-background-'))
  await cp(first.dataDir, template, { recursive: true, preserveTimestamps: true })
  await first.remove()
  const home = await openCopy()
  const all = await recorded(home.dataDir, async () => {
    const server = await start(home, LATER)
    await untilDone(home, scene)
    await server.stop()
  })
  points = distinctPoints(all).filter(isTheirs)
  expected = await endOf(home)
  await home.remove()
}, scaled(120_000))

afterAll(() => rm(template, { recursive: true }))

test('the recorded writes are those of all four kinds of work', () => {
  for (const write of [
    /insert audit_events .* > commit$/,
    /insert blob_prefixes/,
    /delete revisions .* > commit$/,
    /delete users > commit$/,
    /remove blob/,
  ])
    expect(points).toContainEqual(expect.stringMatching(write))
  expect(points.length).toBeLessThanOrEqual(CASES)
})

test.each(
  sampleOf(
    Array.from({ length: CASES }, (_, index) => index),
    2,
  ),
)('a kill around write %i changes nothing in the end, and no revision is missing in between', async (index) => {
  const point = points[index % points.length] ?? ''
  const home = await openCopy()
  try {
    await giveOrder(home.dataDir, `kill ${point}`)
    await start(home, LATER).then(
      ({ ended }) => ended,
      () => undefined,
    )
    await expectEveryRevision(home, scene)
    const server = await start(home, LATER + STEP)
    await untilDone(home, scene)
    const bearer = (await ask(server, loginCall, { body: { username: 'olga', password: PASSWORD } })).access_token
    const bytes = await download(server, bearer, scene.completed)
    await examineServed(server, bytes, { people: 2, seals: 1 })
    expect(await server.stop()).toBe(0)
    expect({ point, ...(await endOf(home)) }).toEqual({ point, ...expected })
    expect(bytes.equals(scene.bytes)).toBe(true)
  } finally {
    await home.remove()
  }
})
