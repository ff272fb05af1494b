import type { NewPasskey, PasskeyAnswer } from 'shared/contract/accounts'
import type { SessionActor } from '../../../platform/http/actor.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { newId } from '../../../platform/ids.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { findAccount } from '../users/find-user.ts'
import { issueProof, requireProof } from '../users/identity-proof.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { type AuthChallenge, beginChallenge, claimAttempt, endChallenge } from './challenges.ts'
import { firstRecoveryCodes } from './codes.ts'
import { dropUselessCodes } from './factors.ts'
import { creationOptions, passkeysOf, requestOptions, verifyNewPasskey, verifyPasskey } from './passkeys.ts'

type Managing = Pick<ApiServices, 'db' | 'clock' | 'publicUrl' | 'factorSecrets' | 'wakeMailWorker'>
type Ceremony = { token: string; options: Record<string, unknown> }

/** Of an account; each login lists them all to the browser. */
const PASSKEYS_MAX = 20

const ownChallenge = ({ session_id, challenge }: AuthChallenge, sessionId: number): string => {
  if (session_id !== sessionId || challenge === null) throw new ApiError('SECOND_STEP_EXPIRED')
  return challenge
}

/**
 * First step of WebAuthn registration; `addPasskey` is the second.
 *
 * @throws ApiError IDENTITY_NEEDED, SECOND_FACTOR_EXISTS
 */
export const startPasskey = async (
  { db, clock, publicUrl }: Managing,
  { userId, sessionId }: SessionActor,
  proof: string,
): Promise<Ceremony> => {
  await requireProof(db, { sessionId, proof }, clock())
  const known = await passkeysOf(db, userId)
  if (known.length >= PASSKEYS_MAX) throw new ApiError('SECOND_FACTOR_EXISTS')
  const options = await creationOptions(publicUrl, await findAccount(db, userId), known)
  const begun = { kind: 'passkey-add', user_id: userId, session_id: sessionId, challenge: options.challenge } as const
  return { token: await beginChallenge(db, begun, clock()), options }
}

/**
 * @returns recovery codes if this is the first factor, otherwise none
 * @throws ApiError PASSKEY_INVALID, SECOND_STEP_EXPIRED
 */
export const addPasskey = async (
  { db, clock, publicUrl, factorSecrets, wakeMailWorker }: Managing,
  { userId, sessionId }: SessionActor,
  { token, name, passkey }: { readonly token: string; readonly name: string; readonly passkey: NewPasskey },
): Promise<{ recovery_codes: string[] }> => {
  const challenge = await claimAttempt(db, token, 'passkey-add', clock())
  const made = await verifyNewPasskey(publicUrl, ownChallenge(challenge, sessionId), passkey)
  const recovery_codes = await db.transaction().execute(async (transaction) => {
    const now = clock()
    await endChallenge(transaction, challenge)
    const transports = passkey.response.transports.filter((transport) => /^[a-z-]+$/.test(transport)).join(' ')
    const added = await transaction
      .insertInto('passkeys')
      .values({ id: newId(), user_id: userId, ...made, transports, name, created_at: now, last_used_at: null })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    // The caller chooses the id, so it may be another account's.
    if (added === undefined) throw new ApiError('PASSKEY_INVALID')
    await noteSecurityEvent(transaction, { userId, kind: 'passkey-added', detail: name, now })
    const user = await findAccount(transaction, userId)
    await notifyOwner(transaction, user, { what: 'Se agregó una llave de acceso', publicUrl, now })
    return firstRecoveryCodes(transaction, factorSecrets, userId)
  })
  wakeMailWorker()
  return { recovery_codes }
}

/**
 * Needs a proof: a stolen session must not remove the second factor.
 *
 * @throws ApiError IDENTITY_NEEDED, NOT_FOUND
 */
export const removePasskey = async (
  { db, clock, publicUrl, wakeMailWorker }: Managing,
  { userId, sessionId }: SessionActor,
  passkeyId: number,
  proof: string,
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    const now = clock()
    await requireProof(transaction, { sessionId, proof }, now)
    const [removed] = await transaction
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .where('user_id', '=', userId)
      .returning('name')
      .execute()
    if (removed === undefined) throw new ApiError('NOT_FOUND')
    await dropUselessCodes(transaction, userId)
    await noteSecurityEvent(transaction, { userId, kind: 'passkey-removed', detail: removed.name, now })
    const user = await findAccount(transaction, userId)
    await notifyOwner(transaction, user, { what: 'Se quitó una llave de acceso', publicUrl, now })
  })
  wakeMailWorker()
}

/** Names no account, so it reveals none: the browser offers the passkeys that it has for the site. */
export const startPasskeyLogin = async ({ db, clock, publicUrl }: Managing): Promise<Ceremony> => {
  const options = await requestOptions(publicUrl, [])
  const begun = { kind: 'passkey-login', user_id: null, session_id: null, challenge: options.challenge } as const
  return { token: await beginChallenge(db, begun, clock()), options }
}

/** Counts as both steps: possession and PIN or biometrics. */
export const checkPasskeyLogin = async (
  { db, clock, publicUrl }: Managing,
  { token, passkey }: { readonly token: string; readonly passkey: PasskeyAnswer },
): Promise<{ challenge: AuthChallenge; userId: number }> => {
  const challenge = await claimAttempt(db, token, 'passkey-login', clock())
  const expected = { publicUrl, challenge: challenge.challenge ?? '', now: clock() }
  return { challenge, userId: (await verifyPasskey(db, passkey, expected)).user_id }
}

/** @throws ApiError NOT_FOUND if the account has no passkey */
export const startPasskeyProof = async (
  { db, clock, publicUrl }: Managing,
  { userId, sessionId }: SessionActor,
): Promise<Ceremony> => {
  const known = await passkeysOf(db, userId)
  if (known.length === 0) throw new ApiError('NOT_FOUND')
  const options = await requestOptions(publicUrl, known)
  const begun = { kind: 'passkey-prove', user_id: userId, session_id: sessionId, challenge: options.challenge } as const
  return { token: await beginChallenge(db, begun, clock()), options }
}

/**
 * A passkey with user verification replaces password and code.
 *
 * @throws ApiError PASSKEY_INVALID, SECOND_STEP_EXPIRED
 */
export const provePasskey = async (
  { db, clock, publicUrl }: Managing,
  { userId, sessionId }: SessionActor,
  { token, passkey }: { readonly token: string; readonly passkey: PasskeyAnswer },
): Promise<{ proof: string; expires_in: number }> => {
  const begun = await claimAttempt(db, token, 'passkey-prove', clock())
  const challenge = ownChallenge(begun, sessionId)
  await verifyPasskey(db, passkey, { publicUrl, challenge, userId, now: clock() })
  return db.transaction().execute(async (transaction) => {
    await endChallenge(transaction, begun)
    return issueProof(transaction, sessionId, clock())
  })
}
