import { BY_PUBLIC_LINK } from 'shared/contract'

const ways = {
  owner: 'propietario',
  invitation: 'por invitación',
  publicLink: BY_PUBLIC_LINK,
} as const

export const wayOfActor = (actor: string): string => {
  if (actor.startsWith('user:')) return ways.owner
  if (actor.startsWith('guest:')) return ways.invitation
  return actor.startsWith('agent-session:') ? ways.publicLink : ''
}

/** @param link null means the owner */
export const wayOfLink = (link: string | null): string => {
  if (link === null) return ways.owner
  return link.startsWith('invitation:') ? ways.invitation : ways.publicLink
}
