import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { SessionActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { announceCredential, type ManagingServices } from '../accounts/api-clients/credentials.ts'
import { consumeProof } from '../accounts/users/identity-proof.ts'
import { noteSecurityEvent } from '../accounts/users/security-log.ts'

/** Whether the account may list origins of its developers' own computers. */
export const readDevelopment = async (db: ApiDatabase, userId: number): Promise<{ readonly on: boolean }> => {
  const row = await db
    .selectFrom('users')
    .select('embedding_development_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { on: row.embedding_development_at !== null }
}

/** @returns whether the account had it otherwise */
const setDevelopment = async (db: ApiDatabase, userId: number, at: number | null): Promise<boolean> => {
  const { on } = await readDevelopment(db, userId)
  await db.updateTable('users').set({ embedding_development_at: at }).where('id', '=', userId).execute()
  return on !== (at !== null)
}

/**
 * Needs a proof of identity and mails the owner: any program of a computer can then frame the account's invitations
 * there, once its origin is listed.
 *
 * @throws ApiError IDENTITY_NEEDED
 */
export const startDevelopment = async (
  { db, clock, publicUrl, wakeMailWorker }: ManagingServices,
  { userId, sessionId }: SessionActor,
  proof: string,
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    const now = clock()
    await consumeProof(transaction, { sessionId, proof }, now)
    if (!(await setDevelopment(transaction, userId, now))) return
    await announceCredential(
      transaction,
      { userId, name: '', publicUrl, now },
      { event: 'embedding-development-on', what: () => 'Se activó el modo de desarrollo de los sitios que incrustan' },
    )
  })
  wakeMailWorker()
}

/** Removes the local origins with it: switched on again, the account starts without them. */
export const endDevelopment = ({ db, clock }: Pick<ApiServices, 'db' | 'clock'>, userId: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const had = await setDevelopment(transaction, userId, null)
    await transaction
      .deleteFrom('embedding_origins')
      .where('user_id', '=', userId)
      .where('origin', 'not like', 'https://%')
      .execute()
    if (had)
      await noteSecurityEvent(transaction, { userId, kind: 'embedding-development-off', detail: '', now: clock() })
  })
