import { isOpenedByAccount } from '../domain/access/confirmed-addresses.ts'
import { openLinkSession } from '../domain/access/find-link-session.ts'
import { closedBecause, invitationsWithFacts } from '../domain/access/invitation-access.ts'
import { findApiClient, touchApiClient } from '../domain/accounts/api-clients/find-api-client.ts'
import { touchSession } from '../domain/accounts/security/sessions.ts'
import { findSession } from '../domain/accounts/users/sessions.ts'
import { isGuestToken } from '../domain/invitation-tokens/guest-token.ts'
import { fieldTarget, type InvitationTarget, participantTarget } from '../domain/participants/invited-person.ts'
import type { ApiDatabase } from '../platform/database/open-database.ts'
import type { GuestSource, RequestActor } from '../platform/http/actor.ts'
import { isApiClientToken } from '../platform/http/api-client-token.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { RequestOrigin } from '../platform/origin.ts'
import type { ApiServices } from '../platform/services.ts'

const BEARER = /^Bearer ([A-Za-z0-9._~+/-]{1,512}=*)$/i

const NOBODY: RequestActor = { kind: 'anonymous', staleToken: false }
const STALE: RequestActor = { kind: 'anonymous', staleToken: true }

type ClaimedSource = Pick<ClaimedInvitation, 'invitationId' | 'sessionId'>

interface ClaimedInvitation {
  readonly invitationId: number
  readonly target: InvitationTarget
  readonly sessionId?: number | undefined
  readonly now: number
}

/** @returns the document of an invitation that opens it now; undefined if the session that opened it has ended */
const documentOfInvitation = async (
  db: ApiDatabase,
  { invitationId, target, sessionId, now }: ClaimedInvitation,
): Promise<number | undefined> => {
  const invitation = await invitationsWithFacts(db).where('invitations.id', '=', invitationId).executeTakeFirst()
  const isTheirs = invitation?.field_id === target.field_id && invitation.participant_id === target.participant_id
  if (invitation === undefined || !isTheirs) throw new ApiError('INVITATION_INVALID')
  const { email } = invitation
  if (sessionId !== undefined && !(await isOpenedByAccount(db, { sessionId, email }))) return undefined
  const closed = closedBecause(invitation, now)
  if (closed !== undefined) throw new ApiError(closed)
  return invitation.document_id
}

const invitedGuest = async (
  db: ApiDatabase,
  { invitationId, sessionId }: ClaimedSource,
  fieldId: number,
  now: number,
): Promise<RequestActor> => {
  const documentId = await documentOfInvitation(db, { invitationId, target: fieldTarget(fieldId), sessionId, now })
  if (documentId === undefined) return STALE
  const source: GuestSource = { kind: 'invitation', invitationId }
  return { kind: 'guest', source, fieldId, documentId }
}

const invitedParticipant = async (
  db: ApiDatabase,
  { invitationId, sessionId }: ClaimedSource,
  participantId: number,
  now: number,
): Promise<RequestActor> => {
  const target = participantTarget(participantId)
  const documentId = await documentOfInvitation(db, { invitationId, target, sessionId, now })
  if (documentId === undefined) return STALE
  return { kind: 'participant', invitationId, participantId, documentId }
}

const guestOfPublicLink = async (
  db: ApiDatabase,
  sessionId: number,
  fieldId: number,
  now: number,
): Promise<RequestActor> => {
  const { document_id: documentId } = await openLinkSession(db, sessionId, now)
  return { kind: 'guest', source: { kind: 'agent-session', sessionId }, fieldId, documentId }
}

type AuthenticationDependencies = Pick<ApiServices, 'db' | 'clock' | 'guestTokens'>

const guestOf = async (
  { db, clock, guestTokens }: AuthenticationDependencies,
  token: string,
): Promise<RequestActor> => {
  const opened = guestTokens.open(token, clock())
  if (opened.kind === 'invalid') return STALE
  const { grant } = opened
  if ('participantId' in grant) return invitedParticipant(db, grant.source, grant.participantId, clock())
  if (!('fieldId' in grant)) return STALE
  const { source, fieldId } = grant
  return source.kind === 'invitation'
    ? invitedGuest(db, source, fieldId, clock())
    : guestOfPublicLink(db, source.sessionId, fieldId, clock())
}

const programOf = async ({ db, clock }: AuthenticationDependencies, token: string): Promise<RequestActor> => {
  const program = await findApiClient(db, token, clock())
  if (program === undefined) return STALE
  // Reads must work when the database is read-only.
  await touchApiClient(db, program, clock()).catch(() => undefined)
  return program.actor
}

const personOf = async (
  { db, clock }: AuthenticationDependencies,
  token: string,
  origin: RequestOrigin,
): Promise<RequestActor> => {
  const session = await findSession(db, token, clock())
  if (session === undefined) return STALE
  const { sessionId, userId, lastUsedAt } = session
  await touchSession(db, { id: sessionId, lastUsedAt }, { ...origin, now: clock() }).catch(() => undefined)
  return { kind: 'session', sessionId, userId }
}

/**
 * Resolves a bearer token. An invalid one yields an anonymous
 * caller with `staleToken`.
 * @throws ApiError INVITATION_INVALID, INVITATION_DECLINED,
 * INVITATION_USED, DOCUMENT_CANCELLED, INVITATION_EXPIRED for
 * guests
 */
export const authenticateRequest =
  (services: AuthenticationDependencies) =>
  async (authorization: string | undefined, origin: RequestOrigin): Promise<RequestActor> => {
    if (authorization === undefined) return NOBODY
    const token = BEARER.exec(authorization)?.[1]
    if (token === undefined) return STALE
    if (isGuestToken(token)) return guestOf(services, token)
    return isApiClientToken(token) ? programOf(services, token) : personOf(services, token, origin)
  }
