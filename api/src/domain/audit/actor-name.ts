import type { GuestActor, ParticipantActor, SessionActor } from '../../platform/http/actor.ts'

type Actor = SessionActor | GuestActor

const nameWith = (invitation: 'guest' | 'invitation', actor: Actor): string => {
  if (actor.kind === 'session') return `user:${actor.userId}`
  const { source } = actor
  return source.kind === 'invitation' ? `${invitation}:${source.invitationId}` : `agent-session:${source.sessionId}`
}

/** The actor in the log: a guest by invitation is `guest:<id>`. */
export const actorName = (actor: Actor | ParticipantActor): string =>
  actor.kind === 'participant' ? `guest:${actor.invitationId}` : nameWith('guest', actor)

/** The actor in other tables, where the same guest is `invitation:<id>`. Both texts are stored: neither can change. */
export const requesterName = (actor: Actor): string => nameWith('invitation', actor)
