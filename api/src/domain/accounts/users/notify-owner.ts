import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { fullName } from '../../../platform/names/name-keys.ts'
import { currentOrigin } from '../../../platform/origin.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { accountChangedMessage, type ChangePlace } from '../../mail/templates/account-changed.ts'
import { deviceName } from './device-name.ts'
import type { StoredUser } from './find-user.ts'

/** Device and address of the current request, so that a person recognises their own change. */
export const changePlace = (username: string, now: number): ChangePlace => {
  const origin = currentOrigin()
  return {
    username,
    changedAt: now,
    device: deviceName(origin?.userAgent ?? null),
    address: origin?.address ?? null,
  }
}

/**
 * Enqueues the mail in the caller's transaction.
 *
 * @param what one sentence without its full stop, such as «Se cambió el secreto»
 */
export const notifyOwner = async (
  db: ApiDatabase,
  user: StoredUser,
  { what, publicUrl, now }: { readonly what: string; readonly publicUrl: string; readonly now: number },
): Promise<void> => {
  const message = accountChangedMessage({ what, place: changePlace(user.username, now), publicUrl })
  const to = { name: fullName(user), address: user.email }
  await enqueueMail(db, { kind: 'account-changed', documentId: null, to, message }, now)
}
