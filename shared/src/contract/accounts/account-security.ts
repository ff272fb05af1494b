import * as v from 'valibot'
import { EmailSchema, IdParamSchema, IdSchema, InstantSchema, SessionReplySchema } from '../index.ts'
import { callOf } from '../values/call-of.ts'
import { TokenSchema } from '../values/token.ts'
import { CODE_MAX_LENGTH } from './limits.ts'
import { NewPasswordSchema, PASSWORD_MAX_LENGTH, PASSWORDS_DIFFER_MESSAGE } from './passwords.ts'

/** Of a re-authentication proof. */
export const PROOF_SECONDS = 300
export const EMAIL_UNDO_DAYS = 7
export const EMAIL_CONFIRMATION_HOURS = 24

/**
 * The token is in the fragment: servers and `Referer` never
 * see it.
 */
const emailLink = (step: 'confirm' | 'undo' | 'add') => (token: string) => `/email/${step}#${token}`
/** Paths of mailed links. The token is in the fragment, which servers do not see. */
export const emailLinks = { confirm: emailLink('confirm'), undo: emailLink('undo'), add: emailLink('add') } as const

const Success = v.object({ success: v.boolean() })

/** From `proveIdentityCall` or `provePasskeyCall`, in the last `PROOF_SECONDS`. */
export const ProofSchema = v.object({ proof: TokenSchema })

export const PasswordProofSchema = v.object({
  password: v.pipe(v.string(), v.nonEmpty('Escribe tu contraseña'), v.maxLength(PASSWORD_MAX_LENGTH)),
  /** TOTP or recovery code, if one is needed. */
  code: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(CODE_MAX_LENGTH)), ''),
})

export const ProofReplySchema = v.object({ proof: v.string(), expires_in: v.number() })

/** Accounts with an app need its code, too. */
export const proveIdentityCall = callOf('proveIdentity', 'POST', '/api/auth/identity/password/', {
  body: PasswordProofSchema,
  reply: ProofReplySchema,
})

/** The form; the call adds the proof. */
export const ChangePasswordSchema = v.pipe(
  v.object({ new_password: NewPasswordSchema, password_confirmation: v.string() }),
  v.forward(
    v.partialCheck(
      [['new_password'], ['password_confirmation']],
      (input) => input.new_password === input.password_confirmation,
      PASSWORDS_DIFFER_MESSAGE,
    ),
    ['password_confirmation'],
  ),
)

/** Ends every session and opens a new one, whose tokens the reply has. */
export const changePasswordCall = callOf('changePassword', 'POST', '/api/auth/password/', {
  body: v.pipe(
    v.object({ new_password: NewPasswordSchema, password_confirmation: v.string(), ...ProofSchema.entries }),
    v.forward(
      v.partialCheck(
        [['new_password'], ['password_confirmation']],
        (input) => input.new_password === input.password_confirmation,
        PASSWORDS_DIFFER_MESSAGE,
      ),
      ['password_confirmation'],
    ),
  ),
  reply: SessionReplySchema,
})

export const ChangeEmailSchema = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('El email es requerido'), EmailSchema),
})

/** Mails a link to the new address; nothing changes before it is opened and confirmed. */
export const changeEmailCall = callOf('changeEmail', 'POST', '/api/auth/email/', {
  body: v.object({ ...ChangeEmailSchema.entries, ...ProofSchema.entries }),
  reply: v.object({ success: v.boolean(), email: v.string() }),
})

export const cancelEmailChangeCall = callOf('cancelEmailChange', 'DELETE', '/api/auth/email/', { reply: Success })

export const requestEmailConfirmationCall = callOf(
  'requestEmailConfirmation',
  'POST',
  '/api/auth/email/confirmation/',
  { reply: v.object({ success: v.boolean(), email: v.string() }) },
)

export const confirmEmailCall = callOf('confirmEmail', 'POST', '/api/auth/email/confirm/', {
  body: v.object({ token: TokenSchema }),
  reply: v.object({ success: v.boolean(), email: v.string() }),
})

/** Ends all sessions and makes the password unusable: who changed the address knew it. */
export const undoEmailChangeCall = callOf('undoEmailChange', 'POST', '/api/auth/email/undo/', {
  body: v.object({ token: TokenSchema }),
  reply: v.object({ success: v.boolean(), email: v.string() }),
})

export const SecurityStateSchema = v.object({
  email: v.string(),
  email_verified: v.boolean(),
  pending_email: v.nullable(v.string()),
})
export type SecurityState = v.InferOutput<typeof SecurityStateSchema>

export const securityStateCall = callOf('securityState', 'GET', '/api/auth/security/', { reply: SecurityStateSchema })

export const OpenSessionSchema = v.object({
  id: IdSchema,
  current: v.boolean(),
  device: v.string(),
  address: v.nullable(v.string()),
  created_at: InstantSchema,
  last_used_at: InstantSchema,
})
export type OpenSession = v.InferOutput<typeof OpenSessionSchema>

export const listSessionsCall = callOf('listSessions', 'GET', '/api/auth/sessions/', {
  reply: v.array(OpenSessionSchema),
})

export const endSessionCall = callOf('endSession', 'DELETE', '/api/auth/sessions/:sessionId/', {
  params: v.object({ sessionId: IdParamSchema }),
  reply: Success,
})

export const endOtherSessionsCall = callOf('endOtherSessions', 'POST', '/api/auth/sessions/end-others/', {
  reply: Success,
})

export const SecurityEventSchema = v.object({
  id: IdSchema,
  text: v.string(),
  device: v.nullable(v.string()),
  address: v.nullable(v.string()),
  happened_at: InstantSchema,
})
export type SecurityEvent = v.InferOutput<typeof SecurityEventSchema>

/** The newest 100 events. */
export const securityLogCall = callOf('securityLog', 'GET', '/api/auth/security/log/', {
  reply: v.array(SecurityEventSchema),
})
