import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyLog } from 'shared/contract/evidence-log'
import { hashHex, writeDurably } from 'shared/server'
import type { Clock } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { DOCUMENTS_LISTED } from '../../platform/monitoring/admin-events.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { insertEntry } from './append-event.ts'
import { storeHead } from './log-heads.ts'
import { readLog } from './read-log.ts'
import { findActor } from './recorded-actor.ts'

interface AuthenticationOptions {
  readonly db: ApiDatabase
  readonly clock: Clock
  readonly adminLog: AdminLog
  /** Key folder; holds the marker, because database rows can be forged. */
  readonly keys: string
}

/** Once it exists, a log without a head counts as altered. */
const MARKER = join('evidence', 'logs-authenticated')

const isDone = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const findEarlier = async (db: ApiDatabase): Promise<number[]> => {
  const rows = await db
    .selectFrom('audit_events')
    .select('document_id')
    .distinct()
    .where('document_id', 'not in', (eb) => eb.selectFrom('log_heads').select('document_id'))
    .orderBy('document_id')
    .execute()
  return rows.map(({ document_id }) => document_id)
}

const actorNames = async (db: ApiDatabase, actors: Iterable<string>): Promise<string> => {
  const names: Record<string, { name: string | null; email: string | null }> = {}
  for (const actor of actors) if (actor !== 'system') names[actor] = await findActor(db, actor)
  return JSON.stringify(names)
}

/** @returns false if the log is altered or not an earlier one */
const authenticate = async (transaction: ApiDatabase, documentId: number, now: number): Promise<boolean> => {
  const log = await readLog(transaction, documentId)
  const isEarlier = log.every(({ format }) => format < 3)
  if (!isEarlier || (await verifyLog(log, hashHex)).kind === 'altered') return false
  const document = await transaction
    .selectFrom('documents')
    .select('owner_id')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const actors = new Set([`user:${document.owner_id}`, ...log.map(({ actor }) => actor)])
  const data = { entries: log.length, names: await actorNames(transaction, actors) }
  const { end } = await insertEntry(transaction, documentId, {
    at: now,
    kind: 'log-authenticated',
    actor: 'system',
    data,
  })
  await storeHead(transaction, { ...end, authenticated_from: end.number, signed_at: now })
  return true
}

/**
 * Signs the heads of logs that predate signed heads; runs once,
 * before the first request.
 * Adds an entry with the actors' current names.
 */
export const authenticateEarlierLogs = async ({ db, clock, adminLog, keys }: AuthenticationOptions): Promise<void> => {
  const marker = join(keys, MARKER)
  if (await isDone(marker)) return
  let documents = 0
  const altered: number[] = []
  for (const documentId of await findEarlier(db)) {
    const done = await db.transaction().execute((transaction) => authenticate(transaction, documentId, clock()))
    if (done) documents += 1
    else altered.push(documentId)
  }
  await writeDurably(
    marker,
    join(keys, 'evidence', `.${randomUUID()}`),
    Buffer.from(`${new Date(clock()).toISOString()}\n`),
    0o600,
  )
  if (documents + altered.length > 0)
    adminLog.record({ event: 'logs-authenticated', documents, altered: altered.slice(0, DOCUMENTS_LISTED) })
}
