import type { Selectable } from 'kysely'
import type { LogEntry } from 'shared/evidence'
import { fullName } from '../accounts/identity.ts'
import { readLog } from '../audit/read-log.ts'
import type { Db } from '../database/open-database.ts'
import type { SealTable, SignatureTable } from '../database/schema.ts'
import { type Document, ownDocument } from '../files/document-access.ts'
import type { Revision } from '../files/revisions.ts'
import { ApiError } from '../http/api-error.ts'

export type Seal = Selectable<SealTable>
export type Signature = Selectable<SignatureTable>

/** All that is known of how a document came to be signed. */
export interface Evidence {
  readonly document: Document
  readonly owner: { readonly name: string; readonly email: string }
  /** In order; number 0 is the original of a repaired upload. */
  readonly revisions: readonly Revision[]
  /** In the order of signing. */
  readonly signatures: readonly Signature[]
  /** What closed it; undefined where its signatures stand alone (national cards). */
  readonly seal: Seal | undefined
  readonly log: readonly LogEntry[]
  /** Who is behind the names that the log uses. */
  readonly actors: ReadonlyMap<string, string>
}

const readActors = async (db: Db, document: Document, ownerName: string): Promise<Map<string, string>> => {
  const actors = new Map([
    [`user:${document.owner_id}`, ownerName],
    ['system', 'Trazo'],
  ])
  const invited = await db
    .selectFrom('invitations')
    .innerJoin('fields', 'fields.id', 'invitations.field_id')
    .select(['invitations.id', 'invitations.email', 'fields.signer_name', 'fields.signer_email'])
    .where('invitations.document_id', '=', document.id)
    .execute()
  for (const { id, email, signer_name, signer_email } of invited)
    actors.set(`guest:${id}`, email === signer_email ? `${signer_name} <${email}>` : email)
  const sessions = await db
    .selectFrom('agent_sessions')
    .select(['id', 'name', 'email'])
    .where('document_id', '=', document.id)
    .execute()
  for (const { id, name, email } of sessions)
    actors.set(`agent-session:${id}`, [name || 'Invitado', email && `<${email}>`].filter(Boolean).join(' '))
  return actors
}

/**
 * What is known of a completed document of this owner.
 * @throws ApiError NOT_FOUND, also for someone else's; EVIDENCE_NOT_READY before it is complete
 */
export const collectEvidence = async (db: Db, userId: number, documentId: number): Promise<Evidence> => {
  const document = await ownDocument(db, userId, documentId)
  if (document.status !== 'COMPLETED') throw new ApiError('EVIDENCE_NOT_READY')
  const user = await db.selectFrom('users').selectAll().where('id', '=', document.owner_id).executeTakeFirstOrThrow()
  const owner = { name: fullName(user), email: user.email }
  const of = <T extends 'revisions' | 'signatures' | 'seals'>(table: T) => db.selectFrom(table)
  return {
    document,
    owner,
    revisions: await of('revisions').selectAll().where('document_id', '=', documentId).orderBy('number').execute(),
    signatures: await of('signatures')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('revision')
      .orderBy('field_id')
      .execute(),
    seal: await of('seals')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst(),
    log: await readLog(db, documentId),
    actors: await readActors(db, document, owner.name),
  }
}

/** The last bytes of the document, as people have them. */
export const finalRevision = ({ revisions }: Evidence): Revision => {
  const last = revisions.at(-1)
  if (last === undefined) throw new Error('a document has no revision')
  return last
}
