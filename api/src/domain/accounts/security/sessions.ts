import type { OpenSession } from 'shared/contract/accounts'
import { toInstant } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { SessionActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { deviceName } from '../users/device-name.ts'
import { forgetDevices } from '../users/familiar-device.ts'
import { findAccount } from '../users/find-user.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { endUserSession } from '../users/sessions.ts'

const openOnes = (db: ApiDatabase, userId: number, now: number) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb.selectFrom('refresh_tokens').select('session_id').where('expires_at', '>', now).where('used_at', 'is', null),
    )
    .orderBy('last_used_at', 'desc')
    .orderBy('id')

/** Open sessions only, the asking one included. */
export const listSessions = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  { userId, sessionId }: SessionActor,
): Promise<OpenSession[]> => {
  const rows = await openOnes(db, userId, clock()).execute()
  return rows.map(({ id, user_agent, address, created_at, last_used_at }) => ({
    id,
    current: id === sessionId,
    device: deviceName(user_agent),
    address,
    created_at: toInstant(created_at),
    // Sessions older than this column have no value.
    last_used_at: toInstant(Math.max(last_used_at, created_at)),
  }))
}

/** @throws ApiError NOT_FOUND, also for other accounts */
export const endOneSession = async (
  { db, clock, wakeMailWorker, publicUrl }: Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker' | 'publicUrl'>,
  { userId }: SessionActor,
  sessionId: number,
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    const now = clock()
    const session = await openOnes(transaction, userId, now).where('id', '=', sessionId).executeTakeFirst()
    if (session === undefined) throw new ApiError('NOT_FOUND')
    await endUserSession(transaction, sessionId, 'ended-elsewhere', now)
    // The session's device is unknown.
    await forgetDevices(transaction, userId)
    const device = deviceName(session.user_agent)
    await noteSecurityEvent(transaction, { userId, kind: 'session-ended', detail: device, now })
    await notifyOwner(transaction, await findAccount(transaction, userId), {
      what: 'Se cerró una sesión',
      publicUrl,
      now,
    })
  })
  wakeMailWorker()
}

/** Also forgets familiar devices, which login limits exempt. */
export const endOtherSessions = async (
  { db, clock, wakeMailWorker, publicUrl }: Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker' | 'publicUrl'>,
  { userId, sessionId }: SessionActor,
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    const now = clock()
    const others = await openOnes(transaction, userId, now).where('id', '!=', sessionId).execute()
    if (others.length === 0) return
    for (const { id } of others) await endUserSession(transaction, id, 'ended-elsewhere', now)
    await forgetDevices(transaction, userId)
    await noteSecurityEvent(transaction, { userId, kind: 'other-sessions-ended', now })
    await notifyOwner(transaction, await findAccount(transaction, userId), {
      what: 'Se cerraron las demás sesiones',
      publicUrl,
      now,
    })
  })
  wakeMailWorker()
}

/** Milliseconds between two writes of the last use. */
const TOUCH_AFTER = 60_000

/** Keeps the last address and browser for the list of sessions. */
export const touchSession = async (
  db: ApiDatabase,
  { id, lastUsedAt }: { readonly id: number; readonly lastUsedAt: number },
  { address, userAgent, now }: { readonly address: string; readonly userAgent: string | null; readonly now: number },
): Promise<void> => {
  if (now - lastUsedAt < TOUCH_AFTER) return
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, address, user_agent: userAgent })
    .where('id', '=', id)
    .execute()
}
