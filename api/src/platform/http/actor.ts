export type Actor = SessionActor | GuestActor | AnonymousActor

export interface SessionActor {
  readonly kind: 'session'
  readonly userId: number
  readonly sessionId: number
}

export type GuestSource =
  | { readonly kind: 'invitation'; readonly invitationId: number }
  | { readonly kind: 'agent-session'; readonly sessionId: number }

export interface GuestActor {
  readonly kind: 'guest'
  readonly source: GuestSource
  readonly fieldId: number
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
 */
export type Access =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'visitor' }
  | { readonly kind: 'session' }
  | { readonly kind: 'guest' }
  | { readonly kind: 'session-or-guest' }

interface ActorByAccess {
  anyone: AnonymousActor
  visitor: Actor
  session: SessionActor
  guest: GuestActor
  'session-or-guest': SessionActor | GuestActor
}

export type ActorFor<A extends Access> = ActorByAccess[A['kind']]
