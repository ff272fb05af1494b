import { openLinkSession } from '../domain/access/find-link-session.ts'
import { closedBecause, invitationsWithFacts } from '../domain/access/invitation-access.ts'
import { findProgram, touchProgram } from '../domain/accounts/programs/find-program.ts'
import { touchSession } from '../domain/accounts/security/sessions.ts'
import { findSession } from '../domain/accounts/users/sessions.ts'
import { isGuestToken } from '../domain/invitations/guest-token.ts'
import type { Db } from '../platform/database/open-database.ts'
import type { Actor, GuestSource } from '../platform/http/actor.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { isProgramToken } from '../platform/http/program-token.ts'
import type { Origin } from '../platform/origin.ts'
import type { Services } from '../platform/services.ts'

const BEARER = /^Bearer ([A-Za-z0-9._~+/-]{1,512}=*)$/i

const NOBODY: Actor = { kind: 'anonymous', staleToken: false }
const STALE: Actor = { kind: 'anonymous', staleToken: true }

const invitedGuest = async (db: Db, invitationId: number, fieldId: number, now: number): Promise<Actor> => {
  const invitation = await invitationsWithFacts(db)
    .where('invitations.id', '=', invitationId)
    .where('invitations.field_id', '=', fieldId)
    .executeTakeFirst()
  if (invitation === undefined) throw new ApiError('INVITATION_INVALID')
  const closed = closedBecause(invitation, now)
  if (closed !== undefined) throw new ApiError(closed)
  const source: GuestSource = { kind: 'invitation', invitationId }
  return { kind: 'guest', source, fieldId, documentId: invitation.document_id }
}

const guestOfPublicLink = async (db: Db, sessionId: number, fieldId: number, now: number): Promise<Actor> => {
  const { document_id: documentId } = await openLinkSession(db, sessionId, now)
  return { kind: 'guest', source: { kind: 'agent-session', sessionId }, fieldId, documentId }
}

type Uses = Pick<Services, 'db' | 'clock' | 'guestTokens'>

const guestOf = async ({ db, clock, guestTokens }: Uses, token: string): Promise<Actor> => {
  const opened = guestTokens.open(token, clock())
  if (opened.kind === 'invalid') return STALE
  const { source, fieldId } = opened.grant
  return source.kind === 'invitation'
    ? invitedGuest(db, source.invitationId, fieldId, clock())
    : guestOfPublicLink(db, source.sessionId, fieldId, clock())
}

const programOf = async ({ db, clock }: Uses, token: string): Promise<Actor> => {
  const program = await findProgram(db, token, clock())
  if (program === undefined) return STALE
  // Reads must work when the database is read-only.
  await touchProgram(db, program, clock()).catch(() => undefined)
  return program.actor
}

const personOf = async ({ db, clock }: Uses, token: string, origin: Origin): Promise<Actor> => {
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
export const authenticate =
  (services: Uses) =>
  async (authorization: string | undefined, origin: Origin): Promise<Actor> => {
    if (authorization === undefined) return NOBODY
    const token = BEARER.exec(authorization)?.[1]
    if (token === undefined) return STALE
    if (isGuestToken(token)) return guestOf(services, token)
    return isProgramToken(token) ? programOf(services, token) : personOf(services, token, origin)
  }
