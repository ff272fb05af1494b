/** Who is calling, once the bearer token has been looked up. */
export type Actor = SessionActor | GuestActor | AnonymousActor

export interface SessionActor {
  readonly kind: 'session'
  readonly userId: number
  readonly sessionId: number
}

/** By which link a guest came: the one of an invitation, or a public one, by which the signing agent let them in. */
export type GuestSource =
  | { readonly kind: 'invitation'; readonly invitationId: number }
  | { readonly kind: 'agent-session'; readonly sessionId: number }

/** Someone who holds a guest access token: one field of one document, nothing else. */
export interface GuestActor {
  readonly kind: 'guest'
  readonly source: GuestSource
  readonly fieldId: number
  readonly documentId: number
}

export interface AnonymousActor {
  readonly kind: 'anonymous'
  /** A token was sent that is no longer good: the caller may want to renew it before taking no for an answer. */
  readonly staleToken: boolean
}

/**
 * Who may use a route. Each route states one of these; there is no default.
 * - `anyone`: the bearer token is not looked at
 * - `visitor`: anyone, but the handler learns who it is and decides what is visible
 * - `session`: a signed-in person
 * - `guest`: the holder of a guest access token
 * - `session-or-guest`: a signed-in person or such a guest
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
