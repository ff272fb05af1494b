import { fullName } from '../accounts/identity.ts'
import { currentOrigin } from '../audit/origin.ts'
import type { Db } from '../database/open-database.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { accountChangedMessage, type ChangePlace } from '../mail/templates/account-changed.ts'
import { deviceName } from './device-name.ts'
import type { Account } from './find-user.ts'

/** The current request's origin, for mails. */
export const changePlace = (username: string, now: number): ChangePlace => {
  const origin = currentOrigin()
  return {
    username,
    changedAt: now,
    device: deviceName(origin?.userAgent ?? null),
    address: origin?.address ?? null,
  }
}

export const notifyOwner = async (
  db: Db,
  user: Account,
  { what, publicUrl, now }: { readonly what: string; readonly publicUrl: string; readonly now: number },
): Promise<void> => {
  const message = accountChangedMessage({ what, place: changePlace(user.username, now), publicUrl })
  const to = { name: fullName(user), address: user.email }
  await enqueueMail(db, { kind: 'account-changed', documentId: null, to, message }, now)
}
