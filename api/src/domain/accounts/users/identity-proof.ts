import { SECOND_MS } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { OwnerActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { PROOF_LIFE } from './security-constants.ts'

/** A session and what it proved a moment ago. */
export interface ProvenIdentity {
  readonly sessionId: number
  readonly proof: string
}

/** Tied to the session: a proof that leaks is useless elsewhere. */
export const issueProof = async (
  db: ApiDatabase,
  sessionId: number,
  now: number,
): Promise<{ proof: string; expires_in: number }> => {
  const proof = newToken()
  await db.deleteFrom('identity_proofs').where('expires_at', '<=', now).execute()
  await db
    .insertInto('identity_proofs')
    .values({ token_hash: hashToken(proof), session_id: sessionId, expires_at: now + PROOF_LIFE })
    .execute()
  return { proof, expires_in: PROOF_LIFE / SECOND_MS }
}

/**
 * Requires a recent proof of this session, which a stolen access
 * token lacks.
 * @throws ApiError IDENTITY_NEEDED
 */
export const requireProof = async (
  db: ApiDatabase,
  { sessionId, proof }: ProvenIdentity,
  now: number,
): Promise<void> => {
  const found = await db
    .selectFrom('identity_proofs')
    .select('session_id')
    .where('token_hash', '=', hashToken(proof))
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (found === undefined) throw new ApiError('IDENTITY_NEEDED')
}

/**
 * Consumes a proof: irreversible actions each need a new one.
 * @throws ApiError IDENTITY_NEEDED
 */
export const consumeProof = async (
  db: ApiDatabase,
  { sessionId, proof }: ProvenIdentity,
  now: number,
): Promise<void> => {
  const used = await db
    .deleteFrom('identity_proofs')
    .where('token_hash', '=', hashToken(proof))
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (used.numDeletedRows === 0n) throw new ApiError('IDENTITY_NEEDED')
}

/**
 * For what gives others lasting access. A program needs none:
 * its token was created with one.
 * @throws ApiError IDENTITY_NEEDED
 */
export const consumeSessionProof = async (
  db: ApiDatabase,
  actor: OwnerActor,
  proof: string | undefined,
  now: number,
): Promise<void> => {
  if (actor.kind === 'session') await consumeProof(db, { sessionId: actor.sessionId, proof: proof ?? '' }, now)
}
