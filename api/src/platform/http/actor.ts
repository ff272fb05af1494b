import type { ProgramScope } from 'shared/contract/accounts'

export type RequestActor = SessionActor | ApiClientActor | GuestActor | ParticipantActor | AnonymousActor

export interface SessionActor {
  readonly kind: 'session'
  readonly userId: number
  readonly sessionId: number
}

/** A program with a token of the account. */
export interface ApiClientActor {
  readonly kind: 'program'
  readonly userId: number
  readonly tokenId: number
  readonly scopes: readonly ProgramScope[]
}

export type OwnerActor = SessionActor | ApiClientActor

/** Of the program that acts, if any: what it creates stays tied to it. */
export const tokenOf = (actor: OwnerActor): number | undefined => (actor.kind === 'program' ? actor.tokenId : undefined)

/** The session with which an account opened the invitation; absent for the mailed link. */
export interface OpenedByAccount {
  readonly sessionId?: number
}

export type GuestSource =
  | ({ readonly kind: 'invitation'; readonly invitationId: number } & OpenedByAccount)
  | { readonly kind: 'agent-session'; readonly sessionId: number }

export interface GuestActor {
  readonly kind: 'guest'
  readonly source: GuestSource
  readonly fieldId: number
  readonly documentId: number
}

/** A person invited without a field: reads the document and answers, and signs nothing. */
export interface ParticipantActor {
  readonly kind: 'participant'
  readonly invitationId: number
  readonly participantId: number
  readonly documentId: number
}

interface AnonymousActor {
  readonly kind: 'anonymous'
  /** The token is invalid; the client may renew it. */
  readonly staleToken: boolean
}

/**
 * - `anyone`: ignores the bearer token
 * - `visitor`: the handler authorises any caller
 * - `programs`: tokens with this scope; without it, none
 */
export type RouteAccess =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'visitor'; readonly programs?: ProgramScope }
  | { readonly kind: 'session'; readonly programs?: ProgramScope }
  | { readonly kind: 'guest' }
  | { readonly kind: 'participant' }
  | { readonly kind: 'session-or-guest'; readonly programs?: ProgramScope }

interface ActorByAccess {
  anyone: AnonymousActor
  visitor: RequestActor
  session: SessionActor
  guest: GuestActor
  participant: ParticipantActor
  'session-or-guest': SessionActor | GuestActor
}

export type ActorFor<A extends RouteAccess> =
  | ActorByAccess[A['kind']]
  | (A extends { readonly programs: ProgramScope } ? ApiClientActor : never)
