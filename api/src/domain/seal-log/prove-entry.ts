import { formatInclusion, formatNoteKey } from 'shared/contract/transparency-log'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { type SealLogServices, signCheckpoint, signerOfTree, withSealLogLocked } from './seal-log.ts'
import { proveInclusion } from './tree-store.ts'

/** The first checkpoint with the entry that enough witnesses signed, or the first one: a proof does not change later. */
const firstCheckpoint = async (db: ApiDatabase, tree: number, position: number) =>
  db
    .selectFrom('seal_log_checkpoints')
    .select(['size', 'note'])
    .where('tree', '=', tree)
    .where('size', '>', position)
    .orderBy('is_witnessed', 'desc')
    .orderBy('size')
    .limit(1)
    .executeTakeFirst()

const findEntry = (db: ApiDatabase, documentId: number) =>
  db
    .selectFrom('seal_log_openings')
    .innerJoin('seal_log_entries', 'seal_log_entries.id', 'seal_log_openings.entry_id')
    .select(['opening', 'tree', 'position'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()

/** An entry that was sealed within the last minute gets its place now; witnesses sign later. */
const placedEntry = async (services: SealLogServices, documentId: number) => {
  const found = await findEntry(services.db, documentId)
  if (found === undefined || found.tree !== null) return found
  await withSealLogLocked(services, () => signCheckpoint(services))
  return findEntry(services.db, documentId)
}

/**
 * Proof that the log of seals holds a document (C2SP tlog-proof).
 * @returns undefined for a document sealed before there was a log
 */
export const proveDocument = async (services: SealLogServices, documentId: number): Promise<string | undefined> => {
  const { db } = services
  const entry = await placedEntry(services, documentId)
  if (entry === undefined || entry.tree === null || entry.position === null) return undefined
  const { tree, position: index } = entry
  const checkpoint = await firstCheckpoint(db, tree, index)
  if (checkpoint === undefined) throw new Error(`entry ${index} of the seal log has no checkpoint`)
  return formatInclusion({
    extra: new Uint8Array(Buffer.from(entry.opening)),
    index,
    proof: await proveInclusion(db, tree, index, checkpoint.size),
    checkpoint: checkpoint.note,
  })
}

/** Logs and witnesses, for readers of proofs (C2SP tlog-policy). Each tree is a log with another key. */
export const sealLogPolicy = async ({ db, sealLog }: Pick<SealLogServices, 'db' | 'sealLog'>): Promise<string> => {
  const trees = await db.selectFrom('seal_log_trees').select(['number as tree', 'origin']).orderBy('number').execute()
  const signers = await Promise.all(trees.map((tree) => signerOfTree(sealLog, tree)))
  const logs = signers.map(({ key }) => `log ${formatNoteKey(key)}`)
  return [...logs, ...(sealLog.witnesses?.lines ?? ['quorum none']), ''].join('\n')
}
