import { BY_PUBLIC_LINK, href, type Identification, type SigningWay } from 'shared/contract'
import type { ConsentVersion } from 'shared/contract/consent'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { CardRevocation } from '../../platform/database/schema.ts'
import type { GuestActor, GuestSource, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkNotExpired } from '../access/deadline.ts'
import { fieldsOf } from '../access/find-field.ts'
import { isAnswerMissing, participantsOf } from '../access/find-participant.ts'
import { actorName, requesterName } from '../audit/actor-name.ts'
import { appendEvent } from '../audit/append-event.ts'
import { apiClientOf, entryPointOfActor } from '../audit/entry-points.ts'
import { cancelQueuedMails } from '../documents/end-invitations.ts'
import { forgetDrafts } from '../documents/form-drafts.ts'
import { documentWithOwner, storedDocument } from '../documents/stored-document.ts'
import type { FilledField } from '../form-fields/check-values.ts'
import { describeValues, recordValues } from '../form-fields/record-values.ts'
import type { IssuingServices } from '../invitations/issue-invitation.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { fieldSignedMessage } from '../mail/templates/field-signed.ts'
import { fieldTarget, invitationsFor, signerTarget, targetFacts } from '../participants/invited-person.ts'
import { takeField } from '../public-link-sessions/take-field.ts'
import { continueDocument } from '../signing-order/continue-document.ts'
import type { StartedTurns } from '../signing-order/start-next-turn.ts'
import { logConsent } from './consent.ts'
import type { StoredSignature } from './view-signature.ts'
import type { WrittenField, WrittenSignatures } from './write-signature.ts'

/** Everything that one request signed; several fields of one owner at most. */
export interface SignatureRecord {
  readonly actor: SessionActor | GuestActor
  readonly documentId: number
  /** Milliseconds; the moment of the request, before the time stamp. */
  readonly signedAt: number
  /** The requested field first. */
  readonly written: WrittenSignatures
  /** Idempotency key. */
  readonly key: string | null
  readonly agent: SigningWay
  readonly declared: Identification | undefined
  /** From the signer's certificate, if that is the proof. */
  readonly proven?: string
  readonly revocation?: CardRevocation | null
  /** SHA-256 of the bytes that the page displayed. */
  readonly shown?: string | undefined
  readonly consent?: ConsentVersion | undefined
  readonly filled?: readonly FilledField[]
  /** For the log: the other documents that the same act signs. */
  readonly together?: Readonly<Record<string, string | number>>
}

/** In the log of clients that send no hash. */
const NOT_DECLARED = 'no declarado'

/** Value of `signatures.came_by`: null for the owner. A repeated request must come by the same link. */
export const linkKindOf = (actor: SessionActor | GuestActor): string | null =>
  actor.kind === 'session' ? null : requesterName(actor)

const declaredText = ({ declared }: SignatureRecord): string | null =>
  declared === undefined ? null : `${declared.type} ${declared.number}`

const insertSignature = (
  db: ApiDatabase,
  record: SignatureRecord,
  { field, signer, signed, revision }: WrittenField,
): Promise<StoredSignature> =>
  db
    .insertInto('signatures')
    .values({
      field_id: field.id,
      document_id: field.document_id,
      revision: revision.number,
      signer_name: signer.name,
      signer_email: signer.email,
      signed_at: record.signedAt,
      certificate_serial: signed.certificate.serialNumber,
      certificate_issuer: signed.certificate.issuer,
      certificate_subject: signed.certificate.subject,
      certificate_valid_from: signed.certificate.validFrom.getTime(),
      certificate_valid_to: signed.certificate.validTo.getTime(),
      timestamp_authority: signed.timestamp?.authority ?? '',
      timestamp_at: signed.timestamp?.time.getTime() ?? record.signedAt,
      timestamp_source: signed.timestamp?.source ?? 'none',
      level: signed.level,
      algorithm: signed.algorithm,
      request_key: record.key,
      agent: record.agent,
      declared_identification: declaredText(record),
      proven_identification: record.proven ?? null,
      revocation: record.revocation ?? null,
      came_by: linkKindOf(record.actor),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

const insertRevisions = async (db: ApiDatabase, { documentId, signedAt, written }: SignatureRecord): Promise<void> => {
  for (const revision of written.revisions)
    await db
      .insertInto('revisions')
      .values({ document_id: documentId, created_at: signedAt, ...revision })
      .execute()
}

const consumeInvitations = async (
  db: ApiDatabase,
  { signedAt, written }: SignatureRecord,
  source: GuestSource,
): Promise<void> => {
  if (source.kind === 'invitation') {
    // Those of others who might have signed stay unused.
    for (const { field } of written.signed)
      await db
        .updateTable('invitations')
        .set({ used_at: signedAt })
        .where(invitationsFor(signerTarget(field)))
        .where('revoked_at', 'is', null)
        .execute()
    return
  }
  const { sessionId } = source
  for (const { field, signer } of written.signed) await takeField(db, { field, signer, sessionId, signedAt })
  await db.updateTable('agent_sessions').set({ used_at: signedAt }).where('id', '=', sessionId).execute()
}

const markFields = async (db: ApiDatabase, { signedAt, written }: SignatureRecord): Promise<void> => {
  for (const { field } of written.signed) {
    const { id, alternate_id } = field
    await db.updateTable('fields').set({ signed_at: signedAt, alternate_id }).where('id', '=', id).execute()
    await cancelQueuedMails(db, fieldTarget(field.id), signedAt)
    await forgetDrafts(db, field.id)
  }
}

/** Fails if the document was deleted during signing. */
const advanceDocument = async (db: ApiDatabase, { documentId, written }: SignatureRecord): Promise<void> => {
  const update = await db
    .updateTable('documents')
    .set({ revision: Math.max(...written.revisions.map(({ number }) => number)), status: 'PROCESSING' })
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (update.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND')
}

const auditSigner = async (db: ApiDatabase, record: SignatureRecord): Promise<void> => {
  const { actor, documentId, signedAt: at, consent } = record
  const declared = declaredText(record)
  // Public-link signers were identified on entry.
  const saidNow = actor.kind === 'session' || actor.source.kind === 'invitation'
  if (declared !== null && saidNow)
    await appendEvent(db, documentId, { at, kind: 'signer-identified', actor: actorName(actor), data: { declared } })
  if (consent !== undefined) await logConsent(db, documentId, { at, actor: actorName(actor), consent })
}

const noteForm = async (
  db: ApiDatabase,
  { actor, documentId, signedAt: at, written, filled = [] }: SignatureRecord,
) => {
  await recordValues(db, filled)
  for (const { field } of written.signed) {
    const own = filled.filter((each) => each.field.signature_field_id === field.id)
    if (own.length === 0) continue
    const data = { field: field.id, values: describeValues(own) }
    await appendEvent(db, documentId, { at, kind: 'form-filled', actor: actorName(actor), data })
  }
}

const audit = async (db: ApiDatabase, record: SignatureRecord): Promise<void> => {
  await auditSigner(db, record)
  await noteForm(db, record)
  for (const { field, signed, revision } of record.written.signed) {
    const data = {
      ...targetFacts({ target: signerTarget(field), role: 'firma' }),
      revision: revision.number,
      sha256: revision.sha256,
      shown: record.shown ?? NOT_DECLARED,
      certificate: signed.certificate.serialNumber,
      agent: record.agent,
      declared: declaredText(record),
      ...(record.actor.kind === 'guest' && record.actor.source.kind === 'agent-session'
        ? { link: BY_PUBLIC_LINK }
        : {}),
    }
    const event = { at: record.signedAt, kind: 'field-signed' as const, actor: actorName(record.actor), data }
    await appendEvent(db, record.documentId, event)
  }
  const { together, signedAt: at } = record
  if (together === undefined) return
  const event = { at, kind: 'signed-together' as const, actor: actorName(record.actor), data: together }
  await appendEvent(db, record.documentId, event)
}

const insertSignatures = async (db: ApiDatabase, record: SignatureRecord): Promise<StoredSignature> => {
  const [first, ...others] = record.written.signed
  if (first === undefined) throw new Error('nothing was signed')
  const signature = await insertSignature(db, record, first)
  for (const other of others) await insertSignature(db, record, other)
  return signature
}

/** For the owner's mail: a guest signed, and the document still waits for others. */
export interface SignatureNews extends Pick<SignatureRecord, 'actor' | 'documentId' | 'signedAt' | 'agent'> {
  readonly signerName: string
  readonly signed: number
  readonly total: number
  readonly passed: StartedTurns
}

export const announceSignature = async (
  transaction: ApiDatabase,
  publicUrl: string,
  { actor, documentId, signedAt, agent, signerName, signed, total, passed }: SignatureNews,
): Promise<void> => {
  const { document, owner } = await documentWithOwner(transaction, documentId)
  const message = fieldSignedMessage({
    signerName,
    entryPoint: entryPointOfActor(actorName(actor)),
    program: apiClientOf(agent),
    filename: document.original_filename,
    signedAt,
    signed,
    total,
    unanswered: (await participantsOf(transaction, documentId)).filter(isAnswerMissing).map(({ name }) => name),
    url: `${publicUrl}${href.dashboard()}`,
    ...passed,
  })
  await enqueueMail(transaction, { kind: 'field-signed', documentId, to: owner, message }, signedAt)
}

/**
 * After `recordAct`, of all documents of an act: notifies those who are next, or begins the sealing.
 *
 * @returns undefined if the owner signed, or if the document is complete: its own mail says it all
 */
export const advanceWorkflow = async (
  transaction: ApiDatabase,
  services: IssuingServices,
  { actor, documentId, signedAt, written, agent }: SignatureRecord,
): Promise<SignatureNews | undefined> => {
  const fields = await fieldsOf(transaction, documentId)
  const { isComplete, passed } = await continueDocument(transaction, services, documentId, signedAt)
  if (isComplete || actor.kind === 'session') return undefined
  return {
    actor,
    documentId,
    signedAt,
    agent,
    signerName: written.signed[0]?.signer.name ?? '',
    signed: fields.filter((field) => field.signed_at !== null).length,
    total: fields.length,
    passed,
  }
}

/** Inserts the signatures of one act in one document, in the caller's transaction; announces nothing. @returns that of the requested field */
export const recordAct = async (
  transaction: ApiDatabase,
  services: IssuingServices & Pick<ApiServices, 'clock'>,
  record: SignatureRecord,
): Promise<StoredSignature> => {
  // Signing takes time: the moment of storing decides.
  checkNotExpired(await storedDocument(transaction, record.documentId), services.clock())
  await insertRevisions(transaction, record)
  if (record.actor.kind === 'guest') await consumeInvitations(transaction, record, record.actor.source)
  await markFields(transaction, record)
  await advanceDocument(transaction, record)
  const signature = await insertSignatures(transaction, record)
  await audit(transaction, record)
  return signature
}

/**
 * Inserts the signatures of one request, in the caller's
 * transaction.
 * @returns the requested field's signature
 */
export const recordSignatures = async (
  transaction: ApiDatabase,
  services: IssuingServices & Pick<ApiServices, 'clock'>,
  record: SignatureRecord,
): Promise<StoredSignature> => {
  const signature = await recordAct(transaction, services, record)
  const news = await advanceWorkflow(transaction, services, record)
  if (news !== undefined) await announceSignature(transaction, services.publicUrl, news)
  return signature
}
