import { EMBEDDING_ORIGINS_MAX, type EmbeddingOrigin, isDevelopmentOrigin } from 'shared/contract/accounts'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { EmbeddingOriginTable } from '../../platform/database/schema.ts'
import type { SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { announceCredential, type ManagingServices } from '../accounts/api-clients/credentials.ts'
import { consumeProof } from '../accounts/users/identity-proof.ts'
import { noteSecurityEvent } from '../accounts/users/security-log.ts'
import { readDevelopment } from './embedding-development.ts'

const viewOrigin = ({ id, origin, created_at }: EmbeddingOriginTable): EmbeddingOrigin => ({
  id,
  origin,
  created_at: toInstant(created_at),
})

const originsOf = (db: ApiDatabase, userId: number): Promise<EmbeddingOriginTable[]> =>
  db.selectFrom('embedding_origins').selectAll().where('user_id', '=', userId).orderBy('origin').execute()

export const listOrigins = async ({ db }: Pick<ApiServices, 'db'>, userId: number): Promise<EmbeddingOrigin[]> =>
  (await originsOf(db, userId)).map(viewOrigin)

/**
 * Needs a proof of identity and mails the owner: a listed site may frame the signing page. An origin that is listed
 * already answers as if it were new.
 *
 * @throws ApiError IDENTITY_NEEDED, VALIDATION
 */
export const addOrigin = async (
  { db, clock, publicUrl, wakeMailWorker }: ManagingServices,
  { userId, sessionId }: SessionActor,
  { origin, proof }: { readonly origin: string; readonly proof: string },
): Promise<EmbeddingOrigin> => {
  const added = await db.transaction().execute(async (transaction) => {
    const now = clock()
    await consumeProof(transaction, { sessionId, proof }, now)
    if (isDevelopmentOrigin(origin) && !(await readDevelopment(transaction, userId)).on)
      throw new ApiError('VALIDATION', {
        message: 'Ese sitio es de tu computadora: activa primero el modo de desarrollo, o escribe uno con https.',
      })
    const all = await originsOf(transaction, userId)
    const known = all.find((row) => row.origin === origin)
    if (known !== undefined) return viewOrigin(known)
    if (all.length >= EMBEDDING_ORIGINS_MAX)
      throw new ApiError('VALIDATION', {
        message: `Ya tienes ${EMBEDDING_ORIGINS_MAX} sitios. Quita uno que no uses para agregar otro.`,
      })
    const row = { id: newId(), user_id: userId, origin, created_at: now }
    await transaction.insertInto('embedding_origins').values(row).execute()
    await announceCredential(
      transaction,
      { userId, name: origin, publicUrl, now },
      { event: 'embedding-origin-added', what: (name) => `El sitio ${name} puede mostrar tus invitaciones` },
    )
    return viewOrigin(row)
  })
  wakeMailWorker()
  return added
}

/** @throws ApiError NOT_FOUND */
export const removeOrigin = (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  originId: number,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const [removed] = await transaction
      .deleteFrom('embedding_origins')
      .where('id', '=', originId)
      .where('user_id', '=', userId)
      .returning('origin')
      .execute()
    if (removed === undefined) throw new ApiError('NOT_FOUND')
    const now = clock()
    await noteSecurityEvent(transaction, { userId, kind: 'embedding-origin-removed', detail: removed.origin, now })
  })
