import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { FilesQuerySchema, fileSorts } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import * as v from 'valibot'
import { type DocumentSeed, insertDocuments } from '../../../test/support/documents.ts'
import { openSharedStore, type TestStore } from '../../../test/support/test-store.ts'
import { claimsOfOne } from '../../platform/database/claims.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { openPool } from '../../platform/database/postgres-dialect.ts'
import type { DatabaseSchema } from '../../platform/database/schema.ts'
import { openInvitationsTo } from '../access/find-inbox.ts'
import { dueJobs } from '../jobs/seal-jobs.ts'
import { createMailRelay } from '../mail/relay.ts'
import { reminderCandidates } from '../reminders/reminder-mailer.ts'
import { countGroups } from './count-groups.ts'
import { findDocuments } from './find-documents.ts'
import { getDocument } from './get-document.ts'

jest.setTimeout(scaled(180_000))

const OWNERS: Readonly<Record<number, number>> = { 1: 8000, 2: 3000, 3: 3000, 4: 3000, 5: 3000 }
const BIG = 1
const SMALL = 3
const SIGNERS = 2
const LEASES = 20
const NAMED = `Alquiler ${(7 * 7919) % 100_003}`
const PAGE = 24

let store: TestStore
let pool: pg.Pool
let db: ApiDatabase
const executed: CompiledQuery[] = []

const personOf = (id: number) => ({
  ...{ username: '', first_name: '', last_name: '', email: '', phone: '', country: '', city: '', company: '' },
  ...{ id, username_key: `${id}`, email_key: `${id}`, password_hash: '', created_at: 0 },
})

const seedOf = (owner: number, index: number): DocumentSeed => ({
  name: `${index % 1000 === 7 ? 'Alquiler' : 'Contrato'} ${(index * 7919) % 100_003}.pdf`,
  description: 'Contrato de servicios profesionales con cláusula de confidencialidad, segunda versión',
  notes: 'Revisado por el departamento legal',
  // Interleaves owners on disk.
  uploadedAt: index * 10 + owner,
  signers: ['María José Núñez', 'Luis Ángel Rojas'],
  ...(index % 3 === 0
    ? { status: 'COMPLETED', completedAt: index }
    : { waitsFor: index % 3 === 1 ? 'owner' : 'others' }),
})

const fillTheRest = async (): Promise<void> => {
  await sql`insert into outbox (id, kind, to_name, to_address, to_key, subject, text_body, html_body, created_at, state,
      attempts, next_attempt_at, sent_at)
    select id, 'invitation', '', '', '', '', '', '', 0, 'sent', 1, 0, 10 from fields`.execute(db)
  await sql`insert into invitations (id, document_id, field_id, email, token_hash, created_at, expires_at, used_at,
      mail_id, turn_at)
    select f.id, document_id, f.id, 'Persona' || f.id || '@example.com', f.id::text, 0, 1000000 + document_id % 1000000,
      case when original_filename like 'Alquiler%' then null else 1 end, f.id, 0
    from fields f join documents d on d.id = document_id`.execute(db)
  await sql`insert into signatures (field_id, document_id, revision, signer_name, signer_email, signed_at,
      certificate_serial, certificate_issuer, certificate_subject, certificate_valid_from, certificate_valid_to,
      timestamp_authority, timestamp_at, level, algorithm, agent)
    select f.id, document_id, 1, '', '', 0, '', '', '', 0, 0, '', 0, 'B-T', '', 'own-program'
    from fields f join documents d on d.id = document_id where completed_at is not null`.execute(db)
  await sql`insert into seal_jobs (document_id, state, created_at, attempts, next_attempt_at, finished_at)
    select id, 'done', 0, 1, 0, 0 from documents where completed_at is not null`.execute(db)
  await sql`update documents set archived_at = 1 where id % 2 = 0`.execute(db)
  // As many as an installation of many accounts has: a table of few rows is read whole.
  await sql`insert into tags (id, user_id, name, name_key)
    select id * 1000 + n, id, 't' || n, 't' || n from users, generate_series(1, 900) n`.execute(db)
  await sql`insert into tags (id, user_id, name, name_key)
    values (1, ${BIG}, 'Muchos', 'muchos'), (2, ${BIG}, 'Pocos', 'pocos')`.execute(db)
  await sql`insert into document_tags (document_id, tag_id, uploaded_at)
    select id, 1, uploaded_at from documents where owner_id = ${BIG}
    union all select id, 2, uploaded_at from documents where owner_id = ${BIG} and original_filename like 'Alquiler%'`.execute(
    db,
  )
  await sql`insert into question_threads (id, document_id, person_key, name, email, started_at, unanswered)
    select id, id, 'a', '', '', 0, id % 2 from documents`.execute(db)
  await sql`insert into alternates (id, document_id, field_id, name, email, added_at)
    select id, document_id, id, '', '', 0 from fields`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

beforeAll(async () => {
  store = await openSharedStore()
  pool = openPool({ url: store.variables.DATABASE_URL ?? '', onError: () => undefined })
  const log = ({ query }: { readonly query: CompiledQuery }): void => void executed.push(query)
  db = new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool }), log })
  for (const [owner, count] of Object.entries(OWNERS).map(([id, documents]) => [Number(id), documents] as const)) {
    await db.insertInto('users').values(personOf(owner)).execute()
    await insertDocuments(
      db,
      owner,
      Array.from({ length: count }, (_, index) => seedOf(owner, index)),
    )
  }
  await fillTheRest()
})

afterAll(async () => {
  await db.destroy()
  await store.drop()
})

/** `EXPLAIN` (FORMAT JSON). */
interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string | undefined
  readonly 'Index Name'?: string | undefined
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number | undefined
  readonly Plans?: Step[] | undefined
}

const StepSchema: v.GenericSchema<Step> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Index Name': v.optional(v.string()),
  'Actual Rows': v.number(),
  'Actual Loops': v.number(),
  'Rows Removed by Filter': v.optional(v.number()),
  Plans: v.optional(v.array(v.lazy(() => StepSchema))),
})
const Explained = v.object({ 'QUERY PLAN': v.pipe(v.array(v.object({ Plan: StepSchema })), v.length(1)) })

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

const plansOf = async (work: () => Promise<unknown>): Promise<Step[][]> => {
  executed.length = 0
  await work()
  const statements = executed.splice(0).filter(({ sql: text }) => /^\s*(?:select|update)/i.test(text))
  const plans: Step[][] = []
  for (const { sql: text, parameters } of statements) {
    const { rows } = await pool.query(`explain (analyze, format json) ${text}`, [...parameters])
    const [first] = v.parse(Explained, rows[0])['QUERY PLAN']
    if (first !== undefined) plans.push(stepsOf(first.Plan))
  }
  return plans
}

/** Includes filtered rows. */
const readOf = (plans: readonly Step[][], table: string): number =>
  plans
    .flat()
    .filter((step) => step['Relation Name'] === table && step['Node Type'] !== 'ModifyTable')
    .reduce(
      (rows, step) => rows + (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
      0,
    )

const expectIndexesAlone = (plans: readonly Step[][]): void => {
  const steps = plans.flat()
  expect(steps.length).toBeGreaterThan(0)
  expect(
    steps.map((step) => step['Node Type']).filter((type) => /^(?:Seq Scan|Sort|Incremental Sort)/.test(type)),
  ).toEqual([])
}

/** The third statement: it may sort the few rows that it joins. */
const expectTagsOf = (plans: readonly Step[][], documents: number): void => {
  expect(plans.slice(2).flatMap((steps) => steps.map((step) => step['Node Type']))).not.toContain('Seq Scan')
  expect(readOf(plans, 'document_tags')).toBeLessThanOrEqual(2 * documents)
}

const ask = (owner: number, query: Record<string, string>) =>
  findDocuments({ db, clock: Date.now }, owner, v.parse(FilesQuerySchema, { limit: String(PAGE), ...query }))

const filters: readonly (readonly [string, Record<string, string>])[] = [
  ['everything', {}],
  ['one status', { status: 'COMPLETED' }],
  ['what is signed', { signed: 'true' }],
  ['waiting documents', { waits_for: 'owner' }],
  ['what is not archived', { archived: 'false' }],
  ['what is archived', { archived: 'true' }],
  ['words that many have', { q: 'contrato profesionales' }],
  ['words that many have, of what is signed', { q: 'nunez legal', signed: 'true' }],
]

describe.each(fileSorts)('a page of the list sorted by %s', (sort) => {
  test.each(filters)('filter %s: five statements read only the rows of the page', async (_, filter) => {
    const { next_cursor } = await ask(BIG, { sort, ...filter })
    for (const more of [[], [['cursor', next_cursor ?? '']]]) {
      const plans = await plansOf(() => ask(BIG, { sort, ...filter, ...Object.fromEntries(more) }))
      expect(plans).toHaveLength(5)
      expectIndexesAlone(plans.slice(0, 2))
      expectTagsOf(plans, PAGE)
      const [documents] = plans
      const order = sort === 'name' ? 'documents_by_name' : 'documents_by_newest'
      expect(documents?.map((step) => step['Index Name'])).toContainEqual(expect.stringContaining(order))
      expect(readOf(plans, 'documents')).toBeLessThanOrEqual(PAGE + 2)
      expect(readOf(plans, 'fields')).toBe(PAGE * SIGNERS)
      // For the fields, and for the thread that each document has here.
      expect(readOf(plans, 'invitations')).toBe(2 * PAGE * SIGNERS)
    }
  })
})

test('a page of 96 documents also takes five statements', async () => {
  const plans = await plansOf(() => ask(BIG, { limit: '96' }))
  expect(plans).toHaveLength(5)
  expect(readOf(plans, 'fields')).toBe(96 * SIGNERS)
})

test.each([
  ['many documents', 'muchos', PAGE],
  ['few documents', 'pocos', 8],
] as const)('a page of a tag of %s reads only the rows of the page', async (_, tag, count) => {
  for (const sort of ['newest', 'oldest'] as const) {
    expect((await ask(BIG, { tag, sort })).documents).toHaveLength(count)
    const plans = await plansOf(() => ask(BIG, { tag, sort }))
    expect(plans.flat().map((step) => step['Node Type'])).not.toContain('Seq Scan')
    expect(readOf(plans, 'documents')).toBeLessThanOrEqual(PAGE + 2)
  }
})

test('the counts take two statements and read only the owner’s documents', async () => {
  const plans = await plansOf(() => countGroups(db, SMALL))
  expect(plans).toHaveLength(2)
  expect(plans.flat().map((step) => step['Node Type'])).not.toContain('Seq Scan')
  expect(readOf(plans, 'documents')).toBe(OWNERS[SMALL])
})

test('a search for rare or absent words reads only the owner’s documents', async () => {
  for (const q of ['alquiler', 'hipoteca']) {
    const { documents } = await ask(SMALL, { q })
    expect(documents).toHaveLength(q === 'alquiler' ? 3 : 0)
    const plans = await plansOf(() => ask(SMALL, { q }))
    expect(plans.flat().map((step) => step['Node Type'])).not.toContain('Seq Scan')
    expect(readOf(plans, 'documents')).toBeLessThanOrEqual(OWNERS[SMALL] ?? 0)
  }
})

test('a lookup by name and a lookup by id each read one document', async () => {
  const named = await plansOf(() => ask(BIG, { name: NAMED }))
  expect(named.flat().map((step) => step['Node Type'])).not.toContain('Seq Scan')
  expect(readOf(named, 'documents')).toBe(1)
  const [{ id = 0 } = {}] = (await ask(BIG, {})).documents
  const one = await plansOf(() => getDocument({ db, clock: Date.now }, BIG, id))
  expectIndexesAlone(one.slice(0, 2))
  expect(readOf(one, 'documents')).toBe(1)
})

test('the inbox finds the invitations of its addresses by index', async () => {
  const { id, email } = await db
    .selectFrom('invitations')
    .select(['id', 'email'])
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const addresses = [email.toLowerCase(), 'otra@example.com']
  const open = openInvitationsTo(db, addresses, { userId: 0, now: 1000 })
  expect((await open.execute()).map((row) => row.id)).toEqual([id])
  const plans = await plansOf(() => open.execute())
  expect(plans.flat().map((step) => step['Index Name'])).toContain('invitations_by_address')
  expect(plans.flat().map((step) => step['Node Type'])).not.toContain('Seq Scan')
  expect(readOf(plans, 'invitations')).toBe(1)
})

test('periodic jobs read only rows that are due, not rows that are done', async () => {
  await sql`update outbox set state = 'pending' where id in (select id from outbox limit 3)`.execute(db)
  const log = pino({ level: 'silent' })
  const read = async () => new Uint8Array()
  const [clock, random] = [() => 1000, () => 0.5]
  const claims = claimsOfOne({ db, clock, random })
  const options = { db, blobs: { read }, clock, claims, forgetSent: false, random, log }
  const delivery = { transport: async () => undefined, connections: 5, publicUrl: '' }
  const relay = createMailRelay({ ...options, ...delivery })
  const claiming = await plansOf(() => relay.tick())
  expect(claiming.length).toBeGreaterThan(3)
  expect(claiming.flat().map((step) => step['Node Type'])).not.toContain('Seq Scan')
  const jobs = await plansOf(() => dueJobs(db, { now: 1000, process: 1, startedAt: 0 }))
  expect([jobs.length, readOf(jobs, 'seal_jobs')]).toEqual([1, 0])
  // Each invitation's mail is looked up.
  const reminders = await plansOf(() => reminderCandidates(db, 1000).execute())
  expectIndexesAlone(reminders.map((steps) => steps.filter((step) => step['Node Type'] !== 'Sort')))
  const standing = LEASES * SIGNERS
  expect(readOf(reminders, 'invitations') + readOf(reminders, 'outbox')).toBeLessThanOrEqual(2 * standing)
})

test('the check of query plans fails for a query without a suitable index', async () => {
  const notes = db.selectFrom('documents').select('notes')
  const judged = async (work: () => Promise<unknown>) => expectIndexesAlone(await plansOf(work))
  await expect(() => judged(() => notes.execute())).rejects.toThrow(/Seq Scan/)
  await expect(() => judged(() => notes.where('owner_id', '=', SMALL).orderBy('notes').execute())).rejects.toThrow(
    /Sort/,
  )
})
