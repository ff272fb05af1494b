import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { countTroubledJobs } from '../../domain/jobs/troubled-jobs.ts'
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import { CLAIM_SLICES } from '../../platform/database/claim-slice.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'

type Sources = Pick<ApiServices, 'db' | 'clock' | 'certificates'>

type Reading = readonly [labels: Readonly<Record<string, string>>, value: number]

interface Figure {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  readonly read: (sources: Sources) => Promise<readonly Reading[]>
}

const QUEUES = { seal_jobs: 'documents to close', outbox: 'mails' } as const
type QueueTable = keyof typeof QUEUES

const countStates = async (db: ApiDatabase, table: QueueTable): Promise<readonly Reading[]> => {
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', 'in', ['pending', 'failed'])
    .groupBy('state')
    .execute()
  const countOf = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return (['pending', 'failed'] as const).map((state) => [{ state }, countOf(state)])
}

const oldestWait = async (db: ApiDatabase, table: QueueTable, now: number): Promise<readonly Reading[]> => {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .where('state', '=', 'pending')
    .executeTakeFirst()
  const oldest = row?.oldest ?? null
  return [[{}, oldest === null ? 0 : Math.max(0, now - Number(oldest)) / SECOND_MS]]
}

const queueFigures = (name: string, table: QueueTable): readonly Figure[] => [
  {
    name,
    help: `The ${QUEUES[table]} that wait (pending), and those that failed for good (failed).`,
    labelNames: ['state'],
    read: ({ db }) => countStates(db, table),
  },
  {
    name: `${name}_oldest_seconds`,
    help: `How long the oldest of the ${QUEUES[table]} that wait has waited.`,
    read: ({ db, clock }) => oldestWait(db, table, clock()),
  },
]

const readSealAttempts = async ({ db }: Sources): Promise<readonly Reading[]> => {
  const row = await db
    .selectFrom('seal_jobs')
    .select(({ fn }) => fn.sum<number>('attempts').as('attempts'))
    .where('state', '!=', 'done')
    .executeTakeFirst()
  return [[{}, Number(row?.attempts ?? 0)]]
}

const readTimeStamps = async ({ db }: Sources): Promise<readonly Reading[]> => {
  const rows = await db
    .selectFrom('signatures')
    .select(({ fn }) => ['timestamp_source', fn.countAll<number>().as('count')])
    .groupBy('timestamp_source')
    .execute()
  return (['platform', 'external', 'platform-instead'] as const).map((timestamp) => {
    const row = rows.find(({ timestamp_source }) => timestamp_source === timestamp)
    return [{ timestamp }, Number(row?.count ?? 0)]
  })
}

const readSessions = async ({ db, clock }: Sources): Promise<readonly Reading[]> => {
  const row = await db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(({ fn }) => fn.count<number>('session_id').distinct().as('count'))
    .where('sessions.ended_at', 'is', null)
    .where('refresh_tokens.used_at', 'is', null)
    .where('refresh_tokens.expires_at', '>', clock())
    .executeTakeFirst()
  return [[{}, Number(row?.count ?? 0)]]
}

/**
 * Milliseconds, from the newest seal. Undefined
 * without one or without the database.
 */
const externalTimeStampEnds = async (db: ApiDatabase): Promise<number | undefined> => {
  const newest = await db
    .selectFrom('seals')
    .select('timestamp_valid_to')
    .where('timestamp_source', '=', 'external')
    .orderBy('timestamp_at', 'desc')
    .limit(1)
    .executeTakeFirst()
    .catch(() => undefined)
  return newest?.timestamp_valid_to
}

const readCertificates = async ({ certificates, db, clock }: Sources): Promise<readonly Reading[]> => {
  const daysUntil = (instant: number): number => (instant - clock()) / DAY_MS
  const known = certificates.map(({ name, ends }): Reading => [{ certificate: name }, daysUntil(ends)])
  const isExternal = certificates.some(({ name }) => name === 'tsa-authorities')
  const external = isExternal ? await externalTimeStampEnds(db) : undefined
  return external === undefined ? known : [...known, [{ certificate: 'tsa-external' }, daysUntil(external)]]
}

const readFaultyFiles = async ({ db }: Sources): Promise<readonly Reading[]> => {
  const rows = await db
    .selectFrom('blob_findings')
    .select(({ fn }) => ['fault', fn.countAll<number>().as('count')])
    .groupBy('fault')
    .execute()
  const countOf = (fault: string): number => Number(rows.find((row) => row.fault === fault)?.count ?? 0)
  return (['damaged', 'missing'] as const).map((fault) => [{ fault }, countOf(fault)])
}

const readScrub = async ({ db, clock }: Sources): Promise<readonly Reading[]> => {
  const scrub = await db
    .selectFrom('blob_scrubs')
    .select('complete_since')
    .where('id', '=', CLAIM_SLICES.scrub)
    .executeTakeFirst()
  const since = scrub?.complete_since ?? null
  return since === null ? [] : [[{}, (clock() - since) / SECOND_MS]]
}

const readBulkJobs = async ({ db }: Sources): Promise<readonly Reading[]> => {
  const { failing, stopped } = await countTroubledJobs(db)
  return [
    [{ state: 'failing' }, failing],
    [{ state: 'stopped' }, stopped],
  ]
}

const figures: readonly Figure[] = [
  ...queueFigures('trazo_seal_jobs', 'seal_jobs'),
  ...queueFigures('trazo_outbox', 'outbox'),
  {
    name: 'trazo_seal_attempts',
    help: 'Attempts made so far at the documents that are not closed yet.',
    read: readSealAttempts,
  },
  {
    name: 'trazo_signatures',
    help: 'Signatures by whose time stamp they have; platform-instead: the configured authority had failed.',
    labelNames: ['timestamp'],
    read: readTimeStamps,
  },
  {
    name: 'trazo_faulty_files',
    help: 'Stored files that are damaged or missing, until they are restored.',
    labelNames: ['fault'],
    read: readFaultyFiles,
  },
  {
    name: 'trazo_scrub_complete_seconds',
    help: 'Every file older than this was verified within this time.',
    read: readScrub,
  },
  {
    name: 'trazo_bulk_jobs',
    help: 'Bulk jobs with a row that fails again and again (failing), or that killed two processes (stopped).',
    labelNames: ['state'],
    read: readBulkJobs,
  },
  { name: 'trazo_sessions', help: 'Sessions that can still be gone on with.', read: readSessions },
  {
    name: 'trazo_certificate_days',
    help: 'Days until the certificates end that sign, seal and are trusted, by what they are for; the first of several.',
    labelNames: ['certificate'],
    read: readCertificates,
  },
  {
    name: 'trazo_database_up',
    help: '1 where the database answers; the figures that are read from it are absent otherwise.',
    read: async ({ db }) => {
      await sql`select 1`.execute(db)
      return [[{}, 1]]
    },
  },
]

/** Equal in all processes; read on each scrape. */
export const addInstallationFigures = (registry: Registry, sources: Sources): void => {
  for (const { name, help, labelNames = [], read } of figures)
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        // Stale values look current.
        const readings = await read(sources).catch(() => [])
        this.reset()
        if (labelNames.length > 0 || readings.length > 0)
          for (const [labels, value] of readings) this.set({ ...labels }, value)
        else if (name === 'trazo_database_up') this.set(0)
        else this.remove()
      },
    })
}
