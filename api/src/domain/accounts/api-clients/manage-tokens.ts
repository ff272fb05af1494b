import { type NewProgramToken, PROGRAM_TOKEN_PREFIX, type ProgramToken } from 'shared/contract/accounts'
import type { SessionActor } from '../../../platform/http/actor.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { newToken } from '../../../platform/tokens.ts'
import {
  addCredential,
  listCredentials,
  type ManagingServices,
  removeCredential,
  viewCredential,
} from './credentials.ts'

export const listTokens = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
): Promise<ProgramToken[]> => (await listCredentials(db, userId, 'token')).map((row) => viewCredential(row, clock()))

/** @throws ApiError IDENTITY_NEEDED, VALIDATION */
export const createToken = async (
  services: ManagingServices,
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
export const revokeProgramToken = (
  services: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  tokenId: number,
): Promise<void> => removeCredential(services, { userId, id: tokenId, kind: 'token' }, 'program-token-removed')
