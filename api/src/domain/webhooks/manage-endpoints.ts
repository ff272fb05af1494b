import type { NewWebhook, Webhook } from 'shared/contract/webhooks'
import { DAY_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { type OwnerActor, tokenOf } from '../../platform/http/actor.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { resolveTarget, TargetRefused } from '../../platform/network/outbound-target.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findAccount } from '../accounts/users/find-user.ts'
import { consumeSessionProof } from '../accounts/users/identity-proof.ts'
import { notifyOwner } from '../accounts/users/notify-owner.ts'
import { retryNow } from './deliveries.ts'
import { endpointsOf, forgetEndpoints, ownEndpoint, viewEndpoint } from './endpoints.ts'
import { drawSecret, secretText } from './webhook-secrets.ts'

/** Of an account; each event makes a delivery for each. */
const ENDPOINTS_MAX = 10
/** Milliseconds in which both secrets sign after a rotation. */
const OVERLAP = DAY_MS

type Managing = Pick<
  ApiServices,
  'db' | 'clock' | 'publicUrl' | 'wakeMailWorker' | 'webhookSecrets' | 'webhookTargets' | 'wakeWebhookWorker'
>

interface WithSecret {
  readonly secret: string
  readonly details: Webhook
}

/** Checked again at each attempt, because the name may resolve to another address later. */
const checkedUrl = async ({ webhookTargets }: Managing, url: string): Promise<string> => {
  try {
    return (await resolveTarget(url, webhookTargets)).url.href
  } catch (error) {
    throw error instanceof TargetRefused ? invalidInput('url', error.message) : error
  }
}

const tellOwner = async (
  db: ApiDatabase,
  userId: number,
  { what, publicUrl, now }: Parameters<typeof notifyOwner>[2],
) => notifyOwner(db, await findAccount(db, userId), { what, publicUrl, now })

type WithProof<T> = T & { readonly proof?: string | undefined }

/**
 * The owner gets a mail, because a webhook sends personal data elsewhere. It belongs to the token that creates it:
 * revoking the token pauses it.
 *
 * @returns the secret, which cannot be read again
 * @throws ApiError IDENTITY_NEEDED, VALIDATION
 */
export const createEndpoint = async (
  services: Managing,
  actor: OwnerActor,
  { url, events, proof }: WithProof<NewWebhook>,
): Promise<WithSecret> => {
  const { userId } = actor
  const { db, clock, publicUrl, webhookSecrets, wakeMailWorker } = services
  const href = await checkedUrl(services, url)
  const secret = drawSecret()
  const details = await db.transaction().execute(async (transaction) => {
    const now = clock()
    await consumeSessionProof(transaction, actor, proof, now)
    if ((await endpointsOf(transaction, userId)).length >= ENDPOINTS_MAX)
      throw new ApiError('VALIDATION', {
        message: `Ya tienes ${ENDPOINTS_MAX} direcciones para avisos. Elimina una que no uses para agregar otra.`,
      })
    const id = newId()
    const row = {
      id,
      user_id: userId,
      url: href,
      events: events.join(' '),
      state: 'active' as const,
      secret: webhookSecrets.seal(id, secret),
      old_secret: null,
      old_secret_until: null,
      failing_since: null,
      created_at: now,
      created_by_token: tokenOf(actor) ?? null,
      paused_because: null,
    }
    await transaction.insertInto('webhook_endpoints').values(row).execute()
    const what = `Se agregó un aviso a otro sistema (${new URL(href).host})`
    await tellOwner(transaction, userId, { what, publicUrl, now })
    return viewEndpoint(row, now)
  })
  wakeMailWorker()
  return { secret: secretText(secret), details }
}

interface EndpointChange {
  readonly events?: readonly string[] | undefined
  readonly state?: 'active' | 'paused' | undefined
}

const ADOPTED = { created_by_token: null, paused_because: null }

/**
 * After its creator was revoked, only the person may resume a
 * webhook: it becomes theirs.
 */
const adopt = async (transaction: ApiDatabase, actor: OwnerActor, proof: string | undefined, now: number) => {
  if (actor.kind === 'program')
    throw new ApiError('FORBIDDEN', {
      message: 'El token que creó este webhook fue revocado. Solo la persona dueña de la cuenta puede activarlo.',
    })
  await consumeSessionProof(transaction, actor, proof, now)
  return ADOPTED
}

/**
 * Resuming clears the failures and tries pending deliveries now.
 *
 * @throws ApiError IDENTITY_NEEDED, FORBIDDEN, NOT_FOUND
 */
export const updateEndpoint = async (
  { db, clock, wakeWebhookWorker }: Managing,
  { actor, id }: { readonly actor: OwnerActor; readonly id: number },
  { events, state, proof }: WithProof<EndpointChange>,
): Promise<Webhook> => {
  const details = await db.transaction().execute(async (transaction) => {
    const known = await ownEndpoint(transaction, actor.userId, id)
    const now = clock()
    const resumes = state === 'active'
    const change = {
      ...(events === undefined ? {} : { events: events.join(' ') }),
      ...(state === undefined ? {} : { state }),
      ...(resumes ? { failing_since: null } : {}),
      ...(resumes && known.paused_because !== null ? await adopt(transaction, actor, proof, now) : {}),
    }
    if (Object.keys(change).length > 0)
      await transaction.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()
    if (resumes) await retryNow(transaction, id, now)
    return viewEndpoint({ ...known, ...change }, now)
  })
  wakeWebhookWorker()
  return details
}

/** Needs no proof of identity: it ends access and opens none. */
export const deleteEndpoint = ({ db }: Managing, userId: number, id: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await ownEndpoint(transaction, userId, id)
    await forgetEndpoints(transaction, [id])
  })

/**
 * Both secrets sign for `OVERLAP`; rotating twice within it ends the first one early.
 *
 * @throws ApiError IDENTITY_NEEDED, NOT_FOUND
 */
export const rotateEndpointSecret = async (
  services: Managing,
  actor: OwnerActor,
  { id, proof }: WithProof<{ readonly id: number }>,
): Promise<WithSecret> => {
  const { userId } = actor
  const { db, clock, publicUrl, webhookSecrets, wakeMailWorker } = services
  const secret = drawSecret()
  const details = await db.transaction().execute(async (transaction) => {
    const now = clock()
    const known = await ownEndpoint(transaction, userId, id)
    await consumeSessionProof(transaction, actor, proof, now)
    const change = {
      secret: webhookSecrets.seal(id, secret),
      old_secret: known.secret,
      old_secret_until: now + OVERLAP,
    }
    await transaction.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()
    const what = `Se cambió el secreto de un aviso (${new URL(known.url).host})`
    await tellOwner(transaction, userId, { what, publicUrl, now })
    return viewEndpoint({ ...known, ...change }, now)
  })
  wakeMailWorker()
  return { secret: secretText(secret), details }
}
