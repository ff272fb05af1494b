import { randomBytes } from 'node:crypto'
import { commitmentOf, sealedEntryText } from 'shared/contract/transparency-log'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import { headOf } from '../audit/append-event.ts'
import { currentRevision } from '../documents/revisions.ts'
import { noteCrypto } from './note-crypto.ts'

const SALT_BYTES = 32

/** Call it at the end of the transaction that completes the document: its last log entry is the completion. */
export const queueSealedEntry = async (
  transaction: ApiDatabase,
  documentId: number,
  completedAt: number,
): Promise<void> => {
  const { sha256 } = await currentRevision(transaction, documentId)
  const logHead = await headOf(transaction, documentId)
  const salt = randomBytes(SALT_BYTES).toString('hex')
  const opening = sealedEntryText({ salt, documentId, sha256, logHead, completedAt })
  const entry = Buffer.from(await commitmentOf(opening, noteCrypto.sha256)).toString('hex')
  const id = newId()
  await transaction.insertInto('seal_log_entries').values({ id, entry, tree: null, position: null }).execute()
  await transaction.insertInto('seal_log_openings').values({ document_id: documentId, entry_id: id, opening }).execute()
}
