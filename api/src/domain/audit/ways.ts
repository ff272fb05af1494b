import { BY_PUBLIC_LINK, type SigningWay } from 'shared/contract'

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

const programs: Readonly<Partial<Record<SigningWay, string>>> = {
  firmador: 'con tarjeta',
  'own-program': 'con programa propio',
  fva: 'con GAUDI',
  'fva-simulator': 'con GAUDI simulado, sin valor legal',
}

export const programOf = (agent: SigningWay): string | undefined => programs[agent]

export const withProgram = (way: string, agent: SigningWay): string => {
  const program = programOf(agent)
  return program === undefined ? way : `${way}, ${program}`
}
