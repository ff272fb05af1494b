import {
  CLIENT_ID_PREFIX,
  CLIENT_SECRET_PREFIX,
  type NewProgramToken,
  type ProgramClient,
  type ProgramToken,
} from 'shared/contract/accounts'
import type { SessionActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { consumeProof } from '../users/identity-proof.ts'
import {
  addCredential,
  announceCredential,
  hintOf,
  listCredentials,
  type ManagingServices,
  removeCredential,
  viewCredential,
} from './credentials.ts'

export interface ShownClient {
  client_secret: string
  details: ProgramClient
}

const newSecret = (): string => `${CLIENT_SECRET_PREFIX}${newToken()}`

const asClient = (details: ProgramToken): ProgramClient => ({
  ...details,
  client_id: `${CLIENT_ID_PREFIX}${details.id}`,
})

export const listClients = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
): Promise<ProgramClient[]> =>
  (await listCredentials(db, userId, 'client')).map((row) => asClient(viewCredential(row, clock())))

/** @throws ApiError IDENTITY_NEEDED, VALIDATION */
export const createClient = async (
  services: ManagingServices,
  actor: SessionActor,
  input: NewProgramToken & { readonly proof: string },
): Promise<ShownClient> => {
  const client_secret = newSecret()
  const details = await addCredential(services, actor, input, {
    kind: 'client',
    secret: client_secret,
    event: 'program-client-added',
    what: (name) => `Se creó el cliente OAuth «${name}»`,
  })
  return { client_secret, details: asClient(details) }
}

/** @throws ApiError IDENTITY_NEEDED, NOT_FOUND */
export const rotateClientSecret = async (
  { db, clock, publicUrl, wakeMailWorker }: ManagingServices,
  { userId, sessionId }: SessionActor,
  { clientId, proof }: { readonly clientId: number; readonly proof: string },
): Promise<ShownClient> => {
  const client_secret = newSecret()
  const details = await db.transaction().execute(async (transaction) => {
    const now = clock()
    await consumeProof(transaction, { sessionId, proof }, now)
    const row = await transaction
      .updateTable('program_tokens')
      .set({ token_hash: hashToken(client_secret), hint: hintOf(client_secret) })
      .where('id', '=', clientId)
      .where('user_id', '=', userId)
      .where('kind', '=', 'client')
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new ApiError('NOT_FOUND')
    await transaction.deleteFrom('client_access_tokens').where('client_id', '=', clientId).execute()
    await announceCredential(
      transaction,
      { userId, name: row.name, publicUrl, now },
      { event: 'program-client-rotated', what: (name) => `Se cambió el secreto del cliente OAuth «${name}»` },
    )
    return asClient(viewCredential(row, now))
  })
  wakeMailWorker()
  return { client_secret, details }
}

/** @throws ApiError NOT_FOUND */
export const revokeClient = (
  services: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  clientId: number,
): Promise<void> => removeCredential(services, { userId, id: clientId, kind: 'client' }, 'program-client-removed')
