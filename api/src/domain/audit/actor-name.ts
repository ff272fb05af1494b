import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'

type Actor = SessionActor | GuestActor

const nameWith = (invitation: 'guest' | 'invitation', actor: Actor): string => {
  if (actor.kind === 'session') return `user:${actor.userId}`
  const { source } = actor
  return source.kind === 'invitation' ? `${invitation}:${source.invitationId}` : `agent-session:${source.sessionId}`
}

export const actorName = (actor: Actor): string => nameWith('guest', actor)

export const requesterName = (actor: Actor): string => nameWith('invitation', actor)
