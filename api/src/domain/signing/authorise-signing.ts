import { BY_PUBLIC_LINK, type Identification, type SigningMode, type SigningWay } from 'shared/contract'
import { signedByOtherText } from 'shared/contract/alternates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import { checkOpenField, checkRoomForField, publicDocument } from '../access/check-open-field.ts'
import { checkTurn } from '../access/check-turn.ts'
import { checkNotExpired, checkNotExpiredForOwner } from '../access/deadline.ts'
import { checkNotCancelled } from '../access/document-access.ts'
import { alternateOfInvitation, findField, visibleField } from '../access/find-field.ts'
import { openLinkSession } from '../access/find-link-session.ts'
import type { LinkSession } from '../access/own-field.ts'
import type { StoredField } from '../access/view-field.ts'
import { checkNotWorkingCopy } from '../access/working-copy.ts'
import { storedDocument } from '../documents/stored-document.ts'

/** Name and address that the signature will state. */
export interface StatedSigner {
  readonly name: string
  readonly email: string
  /** Marks a name that only the signer stated. */
  readonly statement?: string
}

/** The invitation may have been revoked since the page loaded. */
const checkInvitation = async (db: ApiDatabase, invitationId: number, now: number): Promise<void> => {
  const invitation = await db
    .selectFrom('invitations')
    .select(['expires_at', 'revoked_at', 'used_at'])
    .where('id', '=', invitationId)
    .executeTakeFirst()
  if (invitation === undefined || invitation.revoked_at !== null) throw new ApiError('INVITATION_INVALID')
  if (invitation.used_at === null && invitation.expires_at <= now) throw new ApiError('INVITATION_EXPIRED')
}

/** Signed fields pass, even in a cancelled document. */
const checkDocument = async (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  field: StoredField,
  now: number,
): Promise<void> => {
  if (field.signed_at !== null) return
  const document = await storedDocument(db, field.document_id)
  checkNotCancelled(document)
  checkNotWorkingCopy(document)
  if (actor.kind === 'session') checkNotExpiredForOwner(document, now)
  else checkNotExpired(document, now)
}

/** Signed fields pass: the request may be a repeat. */
const checkPublicLink = async (db: ApiDatabase, sessionId: number, field: StoredField, now: number): Promise<void> => {
  await openLinkSession(db, sessionId, now)
  if (field.signed_at !== null) return
  await publicDocument(db, field.document_id, now)
  const isStored = (await findField(db, field.id)) !== undefined
  await (isStored ? checkOpenField(db, field, now) : checkRoomForField(db, field.document_id))
}

/** A field and the way to sign it: the mode of the document may refuse the way. */
export interface SigningAttempt {
  readonly fieldId: number
  readonly way: SigningWay
}

/** Another of those who may sign it was first. @throws ApiError FIELD_SIGNED */
const checkNotSignedByOther = async (db: ApiDatabase, { source }: GuestActor, field: StoredField): Promise<void> => {
  if (field.signed_at === null || field.signed_by_link_at !== null || source.kind !== 'invitation') return
  if ((await alternateOfInvitation(db, source.invitationId)) === field.alternate_id) return
  throw new ApiError('FIELD_SIGNED', { message: signedByOtherText(field.signer_name) })
}

/**
 * Checks who may act for the field, not how or when in the order. For drafts and forms; signing uses
 * `authoriseSigning`.
 *
 * @throws ApiError NOT_FOUND, FORBIDDEN, DOCUMENT_CANCELLED, DOCUMENT_EXPIRED, TEMPLATE_WORKING_COPY,
 *   INVITATION_INVALID, INVITATION_EXPIRED
 */
export const authoriseSigner = async (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  fieldId: number,
  now: number,
): Promise<StoredField> => {
  const field = await visibleField(db, actor, fieldId)
  if (actor.kind === 'session' && field.field_type !== 'PRIMARY') throw new ApiError('FORBIDDEN')
  await checkDocument(db, actor, field, now)
  if (actor.kind === 'guest') {
    const { source } = actor
    if (source.kind === 'invitation') await checkInvitation(db, source.invitationId, now)
    else await checkPublicLink(db, source.sessionId, field, now)
    await checkNotSignedByOther(db, actor, field)
  }
  return field
}

const admitted = new Map<string, readonly SigningWay[]>([
  ['electronic', ['simulated', 'firmador', 'fva', 'fva-simulator', 'own-program']],
  ['certified', ['firmador', 'fva', 'fva-simulator', 'own-program']],
] satisfies [SigningMode, readonly SigningWay[]][])

/**
 * States which ways of signing a document admits; none for an unknown mode.
 * In mode `certified`, `openCardCertificate` must accept the certificate as well.
 */
export const admittedMeans = (mode: string): readonly SigningWay[] => admitted.get(mode) ?? []

const checkMeans = async (db: ApiDatabase, documentId: number, way: SigningWay): Promise<void> => {
  const { signing_mode: mode } = await storedDocument(db, documentId)
  if (!admittedMeans(mode).includes(way)) throw new ApiError('CERTIFIED_ONLY')
}

/**
 * Checks person, way and turn. Call it before the work and again under the document's lock: a revocation may come in
 * between. A signed field passes, so that a repeated request gets its first answer.
 *
 * @returns the owner's PRIMARY field or the guest's field
 * @throws ApiError as `authoriseSigner`, and CERTIFIED_ONLY, NOT_YOUR_TURN
 */
export const authoriseSigning = async (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  { fieldId, way }: SigningAttempt,
  now: number,
): Promise<StoredField> => {
  const field = await authoriseSigner(db, actor, fieldId, now)
  if (field.signed_at !== null) return field
  await checkMeans(db, field.document_id, way)
  await checkTurn(db, field)
  return field
}

/**
 * `authoriseSigning` lets signed fields pass; call this after looking for a repetition.
 *
 * @throws ApiError FIELD_SIGNED
 */
export const checkUnsigned = (field: StoredField): void => {
  if (field.signed_at !== null) throw new ApiError('FIELD_SIGNED')
}

const sessionOf = (db: ApiDatabase, sessionId: number): Promise<LinkSession> =>
  db.selectFrom('agent_sessions').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()

/**
 * Takes the name from who acts, not from the request: the account, the invitation, or what a person stated on the
 * public link.
 */
export const signerOf = async (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  field: StoredField,
): Promise<StatedSigner> => {
  if (actor.kind === 'session') {
    const user = await db.selectFrom('users').selectAll().where('id', '=', actor.userId).executeTakeFirstOrThrow()
    return { name: fullName(user), email: user.email }
  }
  const invited = { name: field.signer_name, email: field.signer_email }
  if (actor.source.kind === 'invitation') return invited
  // As stated, never the owner's designation.
  const { name, email } = await sessionOf(db, actor.source.sessionId)
  if (name === '') throw new ApiError('SESSION_EXPIRED')
  return { name, email, statement: BY_PUBLIC_LINK }
}

/** Public-link signers stated an identification when they entered; later requests cannot change it. */
export const declaredBy = async (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  given: Identification | undefined,
): Promise<Identification | undefined> => {
  if (actor.kind === 'session' || actor.source.kind === 'invitation') return given
  const session = await sessionOf(db, actor.source.sessionId)
  return { type: session.identification_type, number: session.identification_number }
}
