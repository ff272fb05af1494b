import type { Selectable } from 'kysely'
import type { ReplyOf } from 'shared/contract'
import { emailLinks, type listAddressesCall, OTHER_ADDRESSES_MAX, type OtherAddress } from 'shared/contract/accounts'
import { toInstant } from '../../../platform/clock.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { AccountAddressTable, AddressConfirmationTable } from '../../../platform/database/schema.ts'
import type { SessionActor } from '../../../platform/http/actor.ts'
import { ApiError, invalidInput } from '../../../platform/http/api-error.ts'
import { rateLimits } from '../../../platform/http/limits.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import { newId } from '../../../platform/ids.ts'
import { isOneMailbox } from '../../../platform/mail/header-text.ts'
import { emailKey, fullName } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { addressConfirmationMessage } from '../../mail/templates/account-changed.ts'
import { findAccount, type StoredUser } from '../users/find-user.ts'
import { CONFIRMATION_LIFE } from '../users/security-constants.ts'
import { noteSecurityEvent } from '../users/security-log.ts'

type Confirmed = Pick<Selectable<AccountAddressTable>, 'id' | 'email' | 'confirmed_at'>
type Pending = Pick<Selectable<AddressConfirmationTable>, 'id' | 'email' | 'expires_at'>

export const viewConfirmed = ({ id, email, confirmed_at }: Confirmed): OtherAddress => ({
  id,
  email,
  confirmed_at: toInstant(confirmed_at),
  expires_at: null,
})

const viewPending = ({ id, email, expires_at }: Pending): OtherAddress => ({
  id,
  email,
  confirmed_at: null,
  expires_at: toInstant(expires_at),
})

const confirmedOf = (db: ApiDatabase, userId: number) =>
  db.selectFrom('account_addresses').selectAll().where('user_id', '=', userId).orderBy('confirmed_at').orderBy('id')

/** An expired link leaves no address behind, also before its row is deleted. */
const pendingOf = (db: ApiDatabase, userId: number, now: number) =>
  db
    .selectFrom('address_confirmations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')

export const listAddresses = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  { userId }: SessionActor,
): Promise<ReplyOf<typeof listAddressesCall>> => {
  const confirmed = await confirmedOf(db, userId).execute()
  const pending = await pendingOf(db, userId, clock()).execute()
  return { addresses: [...confirmed.map(viewConfirmed), ...pending.map(viewPending)] }
}

/** Refuses by what the account itself has, never by what others have. */
const checkAddable = async (db: ApiDatabase, user: StoredUser, email: string, now: number): Promise<void> => {
  const key = emailKey(email)
  if (key === emailKey(user.email)) throw invalidInput('email', 'Ese ya es el email de tu cuenta.')
  const confirmed = await confirmedOf(db, user.id).execute()
  if (confirmed.some(({ address_key }) => address_key === key))
    throw invalidInput('email', 'Esa dirección ya está confirmada en tu cuenta.')
  const pending = await pendingOf(db, user.id, now).execute()
  const others = pending.filter(({ address_key }) => address_key !== key)
  if (confirmed.length + others.length >= OTHER_ADDRESSES_MAX)
    throw invalidInput('email', `Caben ${OTHER_ADDRESSES_MAX} direcciones. Quita una para agregar otra.`)
}

/** Replaces the link of a pending address. */
const keepPending = async (
  db: ApiDatabase,
  { userId, email, token, now }: { userId: number; email: string; token: string; now: number },
): Promise<Pending> => {
  await db
    .deleteFrom('address_confirmations')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('address_key', '=', emailKey(email)), eb('expires_at', '<=', now)]))
    .execute()
  const row = {
    id: newId(),
    user_id: userId,
    address_key: emailKey(email),
    email,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: now + CONFIRMATION_LIFE,
  }
  await db.insertInto('address_confirmations').values(row).execute()
  return row
}

/**
 * Mails a link to the address. Answer and mail are the same whether or not another account has it: only the link says so,
 * to the person who reads that mailbox.
 *
 * @throws ApiError VALIDATION, RATE_LIMITED
 */
export const addAddress = async (
  { db, clock, wakeMailWorker, publicUrl }: Pick<ApiServices, 'db' | 'clock' | 'wakeMailWorker' | 'publicUrl'>,
  limiter: RateLimiter,
  { userId }: SessionActor,
  email: string,
): Promise<OtherAddress> => {
  if (!isOneMailbox(email)) throw invalidInput('email', 'El email no es válido')
  await checkAddable(db, await findAccount(db, userId), email, clock())
  await limiter.hit(rateLimits.addAddressByAccount, String(userId))
  await limiter.hit(rateLimits.addAddressByRecipient, emailKey(email))
  const token = newToken()
  const pending = await db.transaction().execute(async (transaction) => {
    const now = clock()
    const user = await findAccount(transaction, userId)
    await checkAddable(transaction, user, email, now)
    const row = await keepPending(transaction, { userId, email, token, now })
    const message = addressConfirmationMessage({
      person: fullName(user),
      username: user.username,
      expiresAt: row.expires_at,
      url: `${publicUrl}${emailLinks.add(token)}`,
    })
    const to = { name: fullName(user), address: email }
    await enqueueMail(transaction, { kind: 'email-confirmation', documentId: null, to, message }, now)
    return row
  })
  wakeMailWorker()
  return viewPending(pending)
}

/** @throws ApiError NOT_FOUND */
export const removeAddress = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  { userId }: SessionActor,
  addressId: number,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const own = { id: addressId, user_id: userId }
    const of = (table: 'account_addresses' | 'address_confirmations') =>
      transaction
        .deleteFrom(table)
        .where('id', '=', own.id)
        .where('user_id', '=', own.user_id)
        .returning('email')
        .executeTakeFirst()
    const confirmed = await of('account_addresses')
    const removed = confirmed ?? (await of('address_confirmations'))
    if (removed === undefined) throw new ApiError('NOT_FOUND')
    const detail = removed.email
    if (confirmed) await noteSecurityEvent(transaction, { userId, kind: 'address-removed', detail, now: clock() })
  })
