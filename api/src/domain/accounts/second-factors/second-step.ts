import type { ErrorBody, SessionReply } from 'shared/contract'
import type { PasskeyAnswer, SecondStep } from 'shared/contract/accounts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../../platform/http/api-error.ts'
import { attemptBackoffs } from '../../../platform/http/limits.ts'
import type { RateLimiter } from '../../../platform/http/rate-limiter.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { findAccount, type StoredUser } from '../users/find-user.ts'
import { notifyOwner } from '../users/notify-owner.ts'
import { noteSecurityEvent } from '../users/security-log.ts'
import { openUserSession } from '../users/sessions.ts'
import { viewUser } from '../users/view-user.ts'
import { type AuthChallenge, beginChallenge, claimAttempt, endChallenge } from './challenges.ts'
import { useRecoveryCode, useTotp } from './codes.ts'
import { hasTotp } from './factors.ts'
import { passkeysOf, requestOptions, verifyPasskey } from './passkeys.ts'

class SecondFactorNeeded extends ApiError {
  readonly #step: SecondStep

  constructor(step: SecondStep) {
    super('SECOND_FACTOR_NEEDED')
    this.#step = step
  }

  override body(requestId: string): ErrorBody & { second_step: SecondStep } {
    return { ...super.body(requestId), second_step: this.#step }
  }
}

/** The caller's transaction must commit in both cases. */
export type LoginStep =
  | { readonly kind: 'session'; readonly session: SessionReply }
  | { readonly kind: 'step'; readonly step: SecondStep }

/** Opens a session, or the second step if the account has a factor. */
export const enterAfterPassword = async (
  db: ApiDatabase,
  user: StoredUser,
  publicUrl: string,
  now: number,
): Promise<LoginStep> => {
  const [totp, passkeys] = [await hasTotp(db, user.id), await passkeysOf(db, user.id)]
  if (!totp && passkeys.length === 0)
    return { kind: 'session', session: { ...(await openUserSession(db, user.id, now)), user: viewUser(user) } }
  const options = passkeys.length > 0 ? await requestOptions(publicUrl, passkeys) : null
  const challenge = options?.challenge ?? null
  const token = await beginChallenge(db, { kind: 'login', user_id: user.id, session_id: null, challenge }, now)
  return { kind: 'step', step: { token, totp, options } }
}

/**
 * Call it after the commit: an error inside the transaction would roll the challenge back.
 *
 * @throws SecondFactorNeeded
 */
export const sessionOf = (entry: LoginStep): SessionReply => {
  if (entry.kind === 'step') throw new SecondFactorNeeded(entry.step)
  return entry.session
}

/** A code of the app or a recovery code, or a passkey. */
export interface StepAnswer {
  readonly code?: string | undefined
  readonly passkey?: PasskeyAnswer | undefined
}

type Checking = Pick<ApiServices, 'db' | 'clock' | 'publicUrl' | 'factorSecrets' | 'wakeMailWorker'>

const WRONG = 'El código no es correcto o ya se usó. Escribe el que ves ahora.'

const mailRecoveryCodeUse = async (
  db: ApiDatabase,
  user: StoredUser,
  publicUrl: string,
  now: number,
): Promise<void> => {
  await noteSecurityEvent(db, { userId: user.id, kind: 'recovery-code-used', now })
  await notifyOwner(db, user, { what: 'Se usó un código de recuperación', publicUrl, now })
}

/**
 * Limits attempts per account, since the password opens any number
 * of challenges.
 * @throws ApiError VALIDATION, RATE_LIMITED
 */
export const checkSecondStepCode = async (
  { db, clock, publicUrl, factorSecrets, wakeMailWorker }: Checking,
  limiter: RateLimiter,
  userId: number,
  code: string,
): Promise<void> => {
  await limiter.backOff(attemptBackoffs.secondStepByAccount, String(userId))
  const typed = { userId, code, now: clock() }
  if (await useTotp(db, factorSecrets, typed))
    return limiter.resetBackoff(attemptBackoffs.secondStepByAccount, String(userId))
  await db.transaction().execute(async (transaction) => {
    if (!(await useRecoveryCode(transaction, factorSecrets, typed))) throw invalidInput('code', WRONG)
    await mailRecoveryCodeUse(transaction, await findAccount(transaction, userId), publicUrl, typed.now)
  })
  wakeMailWorker()
}

const checkAnswer = async (
  services: Checking,
  limiter: RateLimiter,
  { user_id: userId, challenge }: AuthChallenge,
  { code, passkey }: StepAnswer,
): Promise<number> => {
  if (userId === null) throw new ApiError('SECOND_STEP_EXPIRED')
  const { db, publicUrl, clock } = services
  if (passkey !== undefined && challenge !== null)
    await verifyPasskey(db, passkey, { publicUrl, challenge, userId, now: clock() })
  else await checkSecondStepCode(services, limiter, userId, code ?? '')
  return userId
}

/** Ends the challenge in the same transaction, so that one answer opens one session. */
export const openAfterSteps = (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  challenge: AuthChallenge,
): Promise<SessionReply> =>
  db.transaction().execute(async (transaction) => {
    const now = clock()
    await endChallenge(transaction, challenge)
    const user = await findAccount(transaction, userId)
    await noteSecurityEvent(transaction, { userId, kind: 'logged-in', now })
    return { ...(await openUserSession(transaction, userId, now)), user: viewUser(user) }
  })

/**
 * Counts the attempt before it checks the answer.
 *
 * @throws ApiError SECOND_STEP_EXPIRED, VALIDATION, PASSKEY_INVALID, RATE_LIMITED
 */
export const takeSecondStep = async (
  services: Checking,
  limiter: RateLimiter,
  { token, ...answer }: StepAnswer & { readonly token: string },
): Promise<SessionReply> => {
  const challenge = await claimAttempt(services.db, token, 'login', services.clock())
  const userId = await checkAnswer(services, limiter, challenge, answer)
  return openAfterSteps(services, userId, challenge)
}
