import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { appendEvent } from '../audit/append-event.ts'
import { documentsTogether } from './sending-documents.ts'

interface LoggedBytes {
  readonly id: number
  /** Hexadecimal. */
  readonly sha256: string
}

/**
 * Numbers and hashes, without names: the name of a document that is erased must not stay in the logs of others.
 * `1234 ab12…; 5678 cd34…`.
 */
const listBytes = (documents: readonly LoggedBytes[]): string =>
  documents.map(({ id, sha256 }) => `${id} ${sha256}`).join('; ')

const currentBytes = async (db: ApiDatabase, documents: readonly StoredDocument[]): Promise<LoggedBytes[]> => {
  const bytes: LoggedBytes[] = []
  for (const { id, revision } of documents) {
    const row = db.selectFrom('revisions').select('sha256').where('document_id', '=', id).where('number', '=', revision)
    bytes.push({ id, sha256: (await row.executeTakeFirstOrThrow()).sha256 })
  }
  return bytes
}

const isLogged = async (db: ApiDatabase, documentId: number): Promise<boolean> => {
  const entry = db
    .selectFrom('audit_events')
    .select('number')
    .where('document_id', '=', documentId)
    .where('kind', '=', 'sent-together')
  return (await entry.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Before the first invitation of a signer, each log of a sending names the bytes of all its documents, as evidence of the act that they
 * belong to. In the caller's transaction, under the locks of the whole sending.
 */
export const logSendingStart = async (
  db: ApiDatabase,
  document: StoredDocument,
  { now, actor }: { readonly now: number; readonly actor: string },
): Promise<void> => {
  if (document.sending_id === null) return
  const documents = await documentsTogether(db, document)
  if (documents.length < 2 || (await isLogged(db, document.id))) return
  const data = { sending: document.sending_id, documents: listBytes(await currentBytes(db, documents)) }
  for (const { id } of documents) await appendEvent(db, id, { at: now, kind: 'sent-together', actor, data })
}

/** Each log names the revisions that one act of a person made in all documents. */
export const signedTogetherData = (
  sending: number,
  documents: readonly LoggedBytes[],
): Readonly<Record<string, string | number>> => ({ sending, documents: listBytes(documents) })
