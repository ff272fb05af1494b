import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'

export const actorName = (actor: SessionActor | GuestActor): string => {
  if (actor.kind === 'session') return `user:${actor.userId}`
  const { source } = actor
  return source.kind === 'invitation' ? `guest:${source.invitationId}` : `agent-session:${source.sessionId}`
}
