import type { Selectable } from 'kysely'
import type { AgentKind, Identification } from 'shared/contract'
import { takeField } from '../agent-sessions/take-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import type { Db } from '../database/open-database.ts'
import type { SignatureTable } from '../database/schema.ts'
import { fieldsOf } from '../fields/find-field.ts'
import type { Field } from '../fields/view-field.ts'
import type { GuestActor, GuestSource, SessionActor } from '../http/actor.ts'
import { ApiError } from '../http/api-error.ts'
import { keepBackMails } from '../invitations/end-invitations.ts'
import { announceSignature } from './announce-signature.ts'
import type { Signer } from './authorise-signing.ts'
import type { WrittenSignature } from './write-signature.ts'

type Signature = Selectable<SignatureTable>

export interface SignatureRecord {
  readonly actor: SessionActor | GuestActor
  readonly field: Field
  readonly signer: Signer
  readonly signedAt: number
  readonly written: WrittenSignature
  /** By which request; null where it had no name. */
  readonly key: string | null
  readonly agent: AgentKind
  /** Who the signer says to be. */
  readonly declared: Identification | undefined
  /** As it stands in the signer's own certificate, where that is the proof. */
  readonly proven?: string
  /** Address of the site, for the links in mails. */
  readonly publicUrl: string
}

const auditName = (actor: SessionActor | GuestActor): string => {
  if (actor.kind === 'session') return `user:${actor.userId}`
  const { source } = actor
  return source.kind === 'invitation' ? `guest:${source.invitationId}` : `agent-session:${source.sessionId}`
}

/** The link that a signer came by; null for the owner. */
export const linkOf = (actor: SessionActor | GuestActor): string | null => {
  if (actor.kind === 'session') return null
  const { source } = actor
  return source.kind === 'invitation' ? `invitation:${source.invitationId}` : `agent-session:${source.sessionId}`
}

const declaredText = ({ declared }: SignatureRecord): string | null =>
  declared === undefined ? null : `${declared.type} ${declared.number}`

const insertSignature = (db: Db, record: SignatureRecord): Promise<Signature> => {
  const { actor, field, signer, signedAt, written, key, agent } = record
  const { signed, revisions } = written
  return db
    .insertInto('signatures')
    .values({
      field_id: field.id,
      document_id: field.document_id,
      revision: Math.max(...revisions.map(({ number }) => number)),
      signer_name: signer.name,
      signer_email: signer.email,
      signed_at: signedAt,
      certificate_serial: signed.certificate.serialNumber,
      certificate_issuer: signed.certificate.issuer,
      certificate_subject: signed.certificate.subject,
      certificate_valid_from: signed.certificate.validFrom.getTime(),
      certificate_valid_to: signed.certificate.validTo.getTime(),
      timestamp_authority: signed.timestamp.authority,
      timestamp_at: signed.timestamp.time.getTime(),
      level: signed.level,
      algorithm: signed.algorithm,
      request_key: key,
      agent,
      declared_identification: declaredText(record),
      proven_identification: record.proven ?? null,
      came_by: linkOf(actor),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const insertRevisions = async (db: Db, { field, signedAt, written }: SignatureRecord): Promise<void> => {
  for (const revision of written.revisions)
    await db
      .insertInto('revisions')
      .values({ document_id: field.document_id, created_at: signedAt, ...revision })
      .execute()
}

/** What a guest came by is used up; a field that was open to many is now theirs. */
const useLink = async (db: Db, { field, signer, signedAt }: SignatureRecord, source: GuestSource): Promise<void> => {
  if (source.kind === 'invitation') {
    await db.updateTable('invitations').set({ used_at: signedAt }).where('id', '=', source.invitationId).execute()
    return
  }
  const { sessionId } = source
  await takeField(db, { field, signer, sessionId, signedAt })
  await db.updateTable('agent_sessions').set({ used_at: signedAt }).where('id', '=', sessionId).execute()
}

const markField = async (db: Db, record: SignatureRecord): Promise<void> => {
  const { field, actor, signedAt } = record
  if (actor.kind === 'guest') await useLink(db, record, actor.source)
  await db.updateTable('fields').set({ signed_at: signedAt }).where('id', '=', field.id).execute()
  // Nobody is reminded of what they have just signed.
  await keepBackMails(db, field.id, signedAt, ['reminder', 'proposal-refused'])
}

/** Moves the document on. It may have been deleted while the signature was made: then nothing of it is kept. */
const advanceDocument = async (db: Db, record: SignatureRecord, completed: boolean): Promise<void> => {
  const update = await db
    .updateTable('documents')
    .set({
      revision: Math.max(...record.written.revisions.map(({ number }) => number)),
      status: completed ? 'COMPLETED' : 'PROCESSING',
      completed_at: completed ? record.signedAt : null,
    })
    .where('id', '=', record.field.document_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (update.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND')
}

const audit = async (db: Db, record: SignatureRecord, completed: boolean): Promise<void> => {
  const { actor, field, signedAt, written } = record
  const last = written.revisions.at(-1)
  const data = {
    field: field.id,
    revision: last?.number ?? null,
    sha256: last?.sha256 ?? null,
    certificate: written.signed.certificate.serialNumber,
    agent: record.agent,
    declared: declaredText(record),
  }
  await appendEvent(db, field.document_id, { at: signedAt, kind: 'field-signed', actor: auditName(actor), data })
  if (!completed) return
  const event = { at: signedAt, kind: 'document-completed' as const, actor: 'system', data: { sha256: data.sha256 } }
  await appendEvent(db, field.document_id, event)
}

/**
 * Tells the database of a signature: revisions, field, invitation, document, log and mails, in the caller's
 * transaction. Until it commits the signature does not exist for anyone.
 * @returns the signature as it is stored
 */
export const recordSignature = async (transaction: Db, record: SignatureRecord): Promise<Signature> => {
  await insertRevisions(transaction, record)
  await markField(transaction, record)
  const fields = await fieldsOf(transaction, record.field.document_id)
  const completed = fields.every((field) => field.signed_at !== null)
  await advanceDocument(transaction, record, completed)
  const signature = await insertSignature(transaction, record)
  await audit(transaction, record, completed)
  await announceSignature(transaction, record, fields)
  return signature
}
