import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { PRODUCT } from 'shared/contract'
import type { NewPasskey, PasskeyAnswer } from 'shared/contract/accounts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { PasskeyTable } from '../../../platform/database/schema.ts'
import { ApiError } from '../../../platform/http/api-error.ts'

type PasskeyRow = Selectable<PasskeyTable>
type PasskeyOptions = Record<string, unknown> & { readonly challenge: string }

/** Passkeys are bound to this origin. */
const siteOf = (publicUrl: string) => {
  const { origin, hostname } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

export const passkeysOf = (db: ApiDatabase, userId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()

const described = ({ credential_id: id, transports }: PasskeyRow) => ({ id, transports: transports.split(' ') })

/** Discoverable credentials with user verification, so that a passkey is both steps in one. */
export const creationOptions = async (
  publicUrl: string,
  user: { readonly id: number; readonly username: string },
  known: readonly PasskeyRow[],
): Promise<PasskeyOptions> => ({
  ...(await generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: siteOf(publicUrl).expectedRPID,
    userName: user.username,
    userID: new TextEncoder().encode(String(user.id)),
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })),
})

/** Allows any passkey if `known` is empty. */
export const requestOptions = async (publicUrl: string, known: readonly PasskeyRow[]): Promise<PasskeyOptions> => ({
  ...(await generateAuthenticationOptions({
    rpID: siteOf(publicUrl).expectedRPID,
    allowCredentials: known.map(described),
    userVerification: 'required',
  })),
})

const throwPasskeyRefused = (cause?: unknown): never => {
  throw new ApiError('PASSKEY_INVALID', { cause })
}

/**
 * Checks site, challenge and user verification.
 *
 * @throws ApiError PASSKEY_INVALID
 */
export const verifyNewPasskey = async (publicUrl: string, challenge: string, answer: NewPasskey) => {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...siteOf(publicUrl),
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    requireUserVerification: true,
  }).catch(throwPasskeyRefused)
  if (!verified) return throwPasskeyRefused()
  const { id, publicKey, counter } = registrationInfo.credential
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter }
}

/**
 * Verifies site and challenge; stores the counter.
 * @param userId required owner; undefined: any
 * @throws ApiError PASSKEY_INVALID
 */
export const verifyPasskey = async (
  db: ApiDatabase,
  answer: PasskeyAnswer,
  expected: { readonly publicUrl: string; readonly challenge: string; readonly userId?: number; readonly now: number },
): Promise<PasskeyRow> => {
  const passkey = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', answer.id).executeTakeFirst()
  if (passkey === undefined) return throwPasskeyRefused()
  if (expected.userId !== undefined && passkey.user_id !== expected.userId) return throwPasskeyRefused()
  const { userHandle, ...response } = answer.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...siteOf(expected.publicUrl),
    response: {
      ...answer,
      response: { ...response, ...(userHandle ? { userHandle } : {}) },
      clientExtensionResults: {},
    },
    expectedChallenge: expected.challenge,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(throwPasskeyRefused)
  if (!verified) return throwPasskeyRefused()
  await db
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, last_used_at: expected.now })
    .where('id', '=', passkey.id)
    .execute()
  return passkey
}
