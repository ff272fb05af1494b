import { hkdfSync } from 'node:crypto'
import {
  checkpointText,
  formatNote,
  parseNote,
  type SignedNote,
  type WitnessPolicy,
} from 'shared/contract/transparency-log'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ApiServices } from '../../platform/services.ts'
import { createLogSigner, type NoteSigner } from './note-crypto.ts'
import { findOpenStop } from './stops.ts'
import { appendEntries, rootOfTree } from './tree-store.ts'

/** Where the site serves its log: the origin is this without the scheme (C2SP tlog-tiles). */
export const SEAL_LOG_PATH = '/pki/log'

/** No document has this id. */
const SEAL_LOG_LOCK = -3
/** Entries of one checkpoint; more follow with the next. */
const ENTRIES_MAX = 5000

/** What the log of seals needs of an installation. */
export interface SealLogKeys {
  /** Secret, 32 bytes. */
  readonly seed: Uint8Array
  /** Who else signs checkpoints, and the lines that say so; null: no one. */
  readonly witnesses: { readonly policy: WitnessPolicy; readonly lines: readonly string[] } | null
}

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly sealLog: SealLogKeys
  }
}

export type SealLogServices = Pick<ApiServices, 'db' | 'clock' | 'locks' | 'adminLog' | 'publicUrl' | 'sealLog'>

export interface StoredCheckpoint {
  readonly tree: number
  readonly origin: string
  readonly size: number
  readonly note: SignedNote
  readonly isWitnessed: boolean
}

const originOf = (publicUrl: string, tree: number): string => {
  const { host, pathname } = new URL(publicUrl)
  const first = `${host}${pathname.replace(/\/$/, '')}${SEAL_LOG_PATH}`
  return tree === 1 ? first : `${first}/${tree}`
}

/** The newest checkpoint of the newest tree; undefined before the first. */
export const lastCheckpoint = async (db: ApiDatabase): Promise<StoredCheckpoint | undefined> => {
  const row = await db
    .selectFrom('seal_log_checkpoints')
    .innerJoin('seal_log_trees', 'seal_log_trees.number', 'seal_log_checkpoints.tree')
    .select(['tree', 'origin', 'size', 'note', 'is_witnessed'])
    .orderBy('tree', 'desc')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const note = parseNote(row.note)
  if (note === undefined) throw new Error(`checkpoint ${row.size} of the seal log cannot be read`)
  return { tree: row.tree, origin: row.origin, size: row.size, note, isWitnessed: row.is_witnessed === 1 }
}

const SEED_BYTES = 32

/** Each tree has a key: a policy must not list one key twice (C2SP tlog-policy). */
export const signerOfTree = (
  { seed }: SealLogKeys,
  { tree, origin }: Pick<StoredCheckpoint, 'tree' | 'origin'>,
): Promise<NoteSigner> =>
  createLogSigner(new Uint8Array(hkdfSync('sha256', seed, '', `trazo-seal-log-${tree}`, SEED_BYTES)), origin)

/** @param size of the tree, whose nodes exist */
const insertCheckpoint = async (
  transaction: ApiDatabase,
  { sealLog }: Pick<SealLogServices, 'sealLog'>,
  {
    tree,
    origin,
    size,
    now,
  }: { readonly tree: number; readonly origin: string; readonly size: number; readonly now: number },
): Promise<void> => {
  const text = checkpointText({ origin, size, root: await rootOfTree(transaction, tree, size) })
  const signer = await signerOfTree(sealLog, { tree, origin })
  const note = formatNote({ text, signatures: [signer.sign(text, now)] })
  await transaction
    .insertInto('seal_log_checkpoints')
    .values({ tree, size, note, made_at: now, is_witnessed: 0 })
    .execute()
}

interface NewTree {
  readonly number: number
  readonly statement: string | null
  readonly now: number
}

/** Call it in a transaction, under the log's lock. A statement is the tree's first entry. */
export const beginTree = async (
  transaction: ApiDatabase,
  services: Pick<SealLogServices, 'sealLog' | 'publicUrl'>,
  { number, statement, now }: NewTree,
): Promise<void> => {
  const origin = originOf(services.publicUrl, number)
  await transaction.insertInto('seal_log_trees').values({ number, origin, started_at: now, statement }).execute()
  const entries = statement === null ? [] : [Buffer.from(statement)]
  await appendEntries(transaction, number, 0, entries)
  await insertCheckpoint(transaction, services, { tree: number, origin, size: entries.length, now })
}

const extendTree = async (
  transaction: ApiDatabase,
  services: Pick<SealLogServices, 'sealLog'>,
  { tree, origin, size, now }: StoredCheckpoint & { readonly now: number },
): Promise<number> => {
  const waiting = await transaction
    .selectFrom('seal_log_entries')
    .select(['id', 'entry'])
    .where('tree', 'is', null)
    .orderBy('id')
    .limit(ENTRIES_MAX)
    .execute()
  if (waiting.length === 0) return 0
  const entries = waiting.map(({ entry }) => Buffer.from(entry, 'hex'))
  await appendEntries(transaction, tree, size, entries)
  for (const [at, { id }] of waiting.entries())
    await transaction
      .updateTable('seal_log_entries')
      .set({ tree, position: size + at })
      .where('id', '=', id)
      .execute()
  await insertCheckpoint(transaction, services, { tree, origin, size: size + entries.length, now })
  return waiting.length
}

/** Work that extends the log runs alone, in all processes. */
export const withSealLogLocked = <Result>(
  { locks }: Pick<SealLogServices, 'locks'>,
  work: () => Promise<Result>,
): Promise<Result> => locks.run(SEAL_LOG_LOCK, work)

/** Starts the log if there is none. Call it under the log's lock. */
export const ensureTree = async (services: SealLogServices): Promise<void> => {
  if ((await lastCheckpoint(services.db)) !== undefined) return
  const first = { number: 1, statement: null, now: services.clock() }
  await services.db.transaction().execute((transaction) => beginTree(transaction, services, first))
}

const isEntryWaiting = async (db: ApiDatabase): Promise<boolean> => {
  const waiting = db.selectFrom('seal_log_entries').select('id').where('tree', 'is', null).limit(1)
  return (await waiting.executeTakeFirst()) !== undefined
}

/**
 * Gives waiting entries their place and signs the log's new head, unless sealing is stopped: a log that others
 * contradict must not grow. Call it under the log's lock.
 *
 * @returns how many entries it added
 */
export const signCheckpoint = async (services: SealLogServices): Promise<number> => {
  const { db, clock } = services
  if (!(await isEntryWaiting(db)) || (await findOpenStop(db)) !== undefined) return 0
  await ensureTree(services)
  return db.transaction().execute(async (transaction) => {
    const last = await lastCheckpoint(transaction)
    return last === undefined ? 0 : extendTree(transaction, services, { ...last, now: clock() })
  })
}
