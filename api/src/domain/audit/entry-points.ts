import { BY_PUBLIC_LINK, type SigningWay } from 'shared/contract'

const entryPoints = {
  owner: 'propietario',
  invitation: 'por invitación',
  publicLink: BY_PUBLIC_LINK,
} as const

/** How a person came, in Spanish, for evidence and mails; empty for the server itself. */
export const entryPointOfActor = (actor: string): string => {
  if (actor.startsWith('user:')) return entryPoints.owner
  if (actor.startsWith('guest:')) return entryPoints.invitation
  return actor.startsWith('agent-session:') ? entryPoints.publicLink : ''
}

/** @param link null means the owner */
export const entryPointOfLink = (link: string | null): string => {
  if (link === null) return entryPoints.owner
  return link.startsWith('invitation:') ? entryPoints.invitation : entryPoints.publicLink
}

const programs: Readonly<Partial<Record<SigningWay, string>>> = {
  firmador: 'con tarjeta',
  'own-program': 'con programa propio',
  fva: 'con GAUDI',
  'fva-simulator': 'con GAUDI simulado, sin valor legal',
}

/** Name of the program that signed; undefined for a drawing on our page. */
export const apiClientOf = (agent: SigningWay): string | undefined => programs[agent]

/** One text for a line of the certificate or a mail. */
export const withApiClient = (entryPoint: string, agent: SigningWay): string => {
  const program = apiClientOf(agent)
  return program === undefined ? entryPoint : `${entryPoint}, ${program}`
}
