import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { onPostgres } from '../../test/support/test-store.ts'
import { type LoadPeople, liveOneLife } from './people.ts'
import { readFigures } from './process-figures.ts'
import { HEAVY_CONNECTIONS } from './settings.ts'

export interface LoadCost {
  readonly lives: number
  readonly perSecond: number
  /** CPU seconds. */
  readonly processor: number
  /** Bytes. */
  readonly uploaded: number
  /** Bytes, when earlier revisions have no files. */
  readonly stored: number
  /** Bytes. */
  readonly database: number
  readonly mails: number
  readonly mailed: number
}

interface CostOptions {
  readonly people: LoadPeople
  readonly dataDir: string
  readonly bytes: Uint8Array
  readonly lives: number
}

const databaseBytes = async ({ people: { db }, dataDir }: CostOptions): Promise<number> => {
  if (onPostgres) {
    const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
    return Number(rows[0]?.size)
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  return (await stat(join(dataDir, 'trazo.sqlite'))).size
}

const mailsLeft = async ({ people: { db } }: CostOptions): Promise<void> => {
  const waiting = db.selectFrom('outbox').select('id').where('state', '=', 'pending').limit(1)
  while ((await waiting.executeTakeFirst()) !== undefined) await pause(100)
}

const mailedBytes = async ({ dataDir }: CostOptions): Promise<number> => {
  const folder = join(dataDir, 'outbox')
  let bytes = 0
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size
  return bytes
}

const state = async (options: CostOptions) => {
  const { db, server } = options.people
  await mailsLeft(options)
  const revisions = db
    .selectFrom('revisions')
    .innerJoin('documents', (join) =>
      join.onRef('documents.id', '=', 'revisions.document_id').onRef('documents.revision', '=', 'revisions.number'),
    )
    .select(({ fn }) => fn.sum<number>('revisions.size').as('size'))
  const mails = db.selectFrom('outbox').select(({ fn }) => fn.countAll<number>().as('count'))
  return {
    processor: (await readFigures(server.address)).processor,
    stored: Number((await revisions.executeTakeFirstOrThrow()).size),
    mails: Number((await mails.executeTakeFirstOrThrow()).count),
    database: await databaseBytes(options),
    mailed: await mailedBytes(options),
  }
}

export const measureCost = async (options: CostOptions): Promise<LoadCost> => {
  const { people, bytes, lives } = options
  await liveOneLife(people, bytes)
  const before = await state(options)
  const began = performance.now()
  let begun = 0
  const work = async (): Promise<void> => {
    while (begun < lives) {
      begun += 1
      await liveOneLife(people, bytes)
    }
  }
  await Promise.all(Array.from({ length: HEAVY_CONNECTIONS }, work))
  const seconds = (performance.now() - began) / 1000
  const after = await state(options)
  return {
    lives,
    perSecond: lives / seconds,
    processor: (after.processor - before.processor) / lives,
    uploaded: bytes.length,
    stored: (after.stored - before.stored) / lives,
    database: (after.database - before.database) / lives,
    mails: (after.mails - before.mails) / lives,
    mailed: (after.mailed - before.mailed) / lives,
  }
}
