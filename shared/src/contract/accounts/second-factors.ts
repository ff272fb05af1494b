import * as v from 'valibot'
import { IdParamSchema, IdSchema, InstantSchema, SessionReplySchema } from '../index.ts'
import { callOf } from '../values/call-of.ts'
import { TokenSchema } from '../values/token.ts'
import { visibleName } from '../values/visible-name.ts'
import { ProofReplySchema, ProofSchema } from './account-security.ts'
import { CODE_MAX_LENGTH, PASSKEY_NAME_MAX_LENGTH } from './limits.ts'

/** RFC 6238. */
export const TOTP_LENGTH = 6

const Base64Url = v.pipe(v.string(), v.maxLength(20_000), v.regex(/^[\w-]*=*$/))

/** WebAuthn `AuthenticationResponseJSON`. */
export const PasskeyAnswerSchema = v.object({
  id: Base64Url,
  rawId: Base64Url,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: v.optional(v.nullable(Base64Url)),
  }),
})
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswerSchema>

/** WebAuthn `RegistrationResponseJSON`. */
export const NewPasskeySchema = v.object({
  id: Base64Url,
  rawId: Base64Url,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(10)), []),
  }),
})
export type NewPasskey = v.InferOutput<typeof NewPasskeySchema>

/** `options`: WebAuthn request for the authenticator. */
const CeremonySchema = v.object({ token: v.string(), options: v.record(v.string(), v.unknown()) })

const code = v.pipe(v.string(), v.trim(), v.maxLength(CODE_MAX_LENGTH))

/**
 * Follows a correct password. `options`: WebAuthn; null
 * without a passkey.
 */
export const SecondStepSchema = v.object({
  token: v.string(),
  totp: v.boolean(),
  options: v.nullable(v.record(v.string(), v.unknown())),
})
export type SecondStep = v.InferOutput<typeof SecondStepSchema>

export const SecondStepBodySchema = v.object({ code: v.literal('SECOND_FACTOR_NEEDED'), second_step: SecondStepSchema })

export const CodeSchema = v.object({ code: v.pipe(code, v.nonEmpty('Escribe el código')) })

/** A code of the app, a recovery code or a passkey; five attempts for each token. */
export const secondStepCall = callOf('secondStep', 'POST', '/api/auth/login/second-step/', {
  body: v.object({ token: TokenSchema, code: v.optional(code), passkey: v.optional(PasskeyAnswerSchema) }),
  reply: SessionReplySchema,
})

/** The key counts only after `confirmTotpCall`. */
export const startTotpCall = callOf('startTotp', 'POST', '/api/auth/totp/', {
  body: ProofSchema,
  reply: v.object({ secret: v.string(), uri: v.string() }),
})

const RecoveryCodesReply = v.object({
  /** Shown once; empty if the account already has some. */
  recovery_codes: v.array(v.string()),
})

export const confirmTotpCall = callOf('confirmTotp', 'POST', '/api/auth/totp/confirm/', {
  body: CodeSchema,
  reply: RecoveryCodesReply,
})

export const removeTotpCall = callOf('removeTotp', 'POST', '/api/auth/totp/remove/', {
  body: ProofSchema,
  reply: v.object({ success: v.boolean() }),
})

/** Replaces all; they are shown once. */
export const newRecoveryCodesCall = callOf('newRecoveryCodes', 'POST', '/api/auth/recovery-codes/', {
  body: ProofSchema,
  reply: RecoveryCodesReply,
})

export const PasskeySchema = v.object({
  id: IdSchema,
  name: v.string(),
  created_at: InstantSchema,
  last_used_at: v.nullable(InstantSchema),
})
export type Passkey = v.InferOutput<typeof PasskeySchema>

export const secondFactorsCall = callOf('secondFactors', 'GET', '/api/auth/second-factors/', {
  reply: v.object({ totp: v.boolean(), passkeys: v.array(PasskeySchema), recovery_codes_left: v.number() }),
})
export type SecondFactors = v.InferOutput<typeof secondFactorsCall.reply>

export const PasskeyNameSchema = v.object({ name: visibleName('Ponle un nombre a la llave', PASSKEY_NAME_MAX_LENGTH) })

export const startPasskeyCall = callOf('startPasskey', 'POST', '/api/auth/passkeys/options/', {
  body: ProofSchema,
  reply: CeremonySchema,
})

export const addPasskeyCall = callOf('addPasskey', 'POST', '/api/auth/passkeys/', {
  body: v.object({ token: TokenSchema, ...PasskeyNameSchema.entries, passkey: NewPasskeySchema }),
  reply: RecoveryCodesReply,
})

export const removePasskeyCall = callOf('removePasskey', 'POST', '/api/auth/passkeys/:passkeyId/remove/', {
  params: v.object({ passkeyId: IdParamSchema }),
  body: ProofSchema,
  reply: v.object({ success: v.boolean() }),
})

export const startPasskeyLoginCall = callOf('startPasskeyLogin', 'POST', '/api/auth/login/passkey/options/', {
  reply: CeremonySchema,
})

const PasskeyProof = v.object({ token: TokenSchema, passkey: PasskeyAnswerSchema })

/** A login without a username: the passkey names the account. */
export const passkeyLoginCall = callOf('passkeyLogin', 'POST', '/api/auth/login/passkey/', {
  body: PasskeyProof,
  reply: SessionReplySchema,
})

export const startPasskeyProofCall = callOf('startPasskeyProof', 'POST', '/api/auth/identity/passkey/options/', {
  reply: CeremonySchema,
})

export const provePasskeyCall = callOf('provePasskey', 'POST', '/api/auth/identity/passkey/', {
  body: PasskeyProof,
  reply: ProofReplySchema,
})
