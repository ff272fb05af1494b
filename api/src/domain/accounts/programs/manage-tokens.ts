import { type NewProgramToken, PROGRAM_TOKEN_PREFIX, type ProgramToken } from 'shared/contract/accounts'
import type { SessionActor } from '../../../platform/http/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { newToken } from '../../../platform/tokens.ts'
import { addCredential, credentialsOf, type Managing, removeCredential, viewCredential } from './credentials.ts'

export const listTokens = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: number,
): Promise<ProgramToken[]> => (await credentialsOf(db, userId, 'token')).map((row) => viewCredential(row, clock()))

/** @throws ApiError IDENTITY_NEEDED, VALIDATION */
export const createToken = async (
  services: Managing,
  actor: SessionActor,
  input: NewProgramToken & { readonly proof: string },
): Promise<{ token: string; details: ProgramToken }> => {
  const token = `${PROGRAM_TOKEN_PREFIX}${newToken()}`
  const details = await addCredential(services, actor, input, {
    kind: 'token',
    secret: token,
    event: 'program-token-added',
    what: (name) => `Se creó el token de programa «${name}»`,
  })
  return { token, details }
}

/** @throws ApiError NOT_FOUND */
export const revokeToken = (services: Pick<Services, 'db' | 'clock'>, userId: number, tokenId: number): Promise<void> =>
  removeCredential(services, { userId, id: tokenId, kind: 'token' }, 'program-token-removed')
