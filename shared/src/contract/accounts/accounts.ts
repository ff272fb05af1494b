import * as v from 'valibot'
import { EMAIL_INVALID_MESSAGE, EMAIL_PATTERN, MAX_LENGTHS } from '../index.ts'
import { callOf } from '../values/call-of.ts'
import { TokenSchema } from '../values/token.ts'
import {
  hasEnoughLetters,
  hasHiddenCharacter,
  NAME_TOO_SHORT_MESSAGE,
  namePart,
  visibleLine,
} from '../values/visible-name.ts'
import { ACCOUNT_LIMITS } from './limits.ts'
import {
  NewPasswordSchema,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PASSWORD_SHORT_MESSAGE,
  PASSWORDS_DIFFER_MESSAGE,
} from './passwords.ts'
import { documentsViews, SessionReplySchema, TokensSchema, UserSchema } from './session.ts'

export * from './account-security.ts'
export * from './addresses.ts'
export * from './embedding.ts'
export * from './limits.ts'
export * from './passwords.ts'
export * from './personal-data.ts'
export * from './programs.ts'
export * from './second-factors.ts'
export * from './webhooks.ts'

const limitedText = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max))

const requiredText = (message: string, max: number) => v.pipe(limitedText(max), v.nonEmpty(message))

const requiredEmail = (message: string) =>
  v.pipe(limitedText(MAX_LENGTHS.email), v.nonEmpty(message), v.regex(EMAIL_PATTERN, EMAIL_INVALID_MESSAGE))

const USERNAME_HIDDEN_MESSAGE =
  'El nombre de usuario tiene caracteres que no se ven. Escríbelo de nuevo con el teclado.'

const NameParts = {
  first_name: namePart('El nombre es requerido', ACCOUNT_LIMITS.first_name),
  last_name: namePart('El apellido es requerido', ACCOUNT_LIMITS.last_name),
}

export const LoginSchema = v.object({
  username: requiredText('El nombre de usuario es requerido', ACCOUNT_LIMITS.username),
  password: v.pipe(v.string(), v.nonEmpty('La contraseña es requerida'), v.maxLength(PASSWORD_MAX_LENGTH)),
})

/** Messages and order are the specification's. */
export const RegisterSchema = v.pipe(
  v.object({
    username: v.pipe(
      requiredText('El nombre de usuario es requerido', ACCOUNT_LIMITS.username),
      v.check((name) => !hasHiddenCharacter(name), USERNAME_HIDDEN_MESSAGE),
    ),
    ...NameParts,
    email: requiredEmail('El email es requerido'),
    phone: v.pipe(visibleLine(ACCOUNT_LIMITS.phone), v.nonEmpty('El teléfono es requerido')),
    password: v.pipe(
      v.string(),
      v.nonEmpty('La contraseña es requerida'),
      v.minLength(PASSWORD_MIN_LENGTH, PASSWORD_SHORT_MESSAGE),
      v.maxLength(PASSWORD_MAX_LENGTH),
    ),
    password_confirmation: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['first_name'], ['last_name']],
      ({ first_name, last_name }) => hasEnoughLetters(`${first_name} ${last_name}`),
      NAME_TOO_SHORT_MESSAGE,
    ),
    ['first_name'],
  ),
  v.forward(
    v.partialCheck(
      [['password'], ['password_confirmation']],
      (input) => input.password === input.password_confirmation,
      PASSWORDS_DIFFER_MESSAGE,
    ),
    ['password_confirmation'],
  ),
)

/** Answers alike for an address that is in use (docs/decisions/0006-account-enumeration.md). */
export const registerCall = callOf('register', 'POST', '/api/auth/register/', {
  body: RegisterSchema,
  reply: SessionReplySchema,
})

/** Accounts with a second factor are refused with `SECOND_FACTOR_NEEDED` and the missing step. */
export const loginCall = callOf('login', 'POST', '/api/auth/login/', { body: LoginSchema, reply: SessionReplySchema })

/** Digits. */
export const RESET_CODE_LENGTH = 6
const RESET_CODE_SHAPE = `El código debe tener ${RESET_CODE_LENGTH} dígitos`

export const PasswordResetSchema = v.object({
  email: requiredEmail('Por favor ingresa tu email'),
})

/** Messages and order are the specification's. */
export const PasswordResetConfirmSchema = v.pipe(
  v.object({
    email: v.pipe(
      limitedText(MAX_LENGTHS.email),
      v.nonEmpty('Email no encontrado. Por favor, solicita un nuevo código.'),
    ),
    code: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('El código de verificación es requerido'),
      v.length(RESET_CODE_LENGTH, RESET_CODE_SHAPE),
      v.digits(RESET_CODE_SHAPE),
    ),
    new_password: NewPasswordSchema,
    password_confirmation: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['new_password'], ['password_confirmation']],
      (input) => input.new_password === input.password_confirmation,
      PASSWORDS_DIFFER_MESSAGE,
    ),
    ['password_confirmation'],
  ),
)

/** An omitted property stays unchanged. */
export const ProfileDetailSchema = v.partial(
  v.object({
    ...NameParts,
    email: requiredEmail('El email es requerido'),
    phone: v.pipe(visibleLine(ACCOUNT_LIMITS.phone), v.nonEmpty('El teléfono es requerido')),
    profile: v.partial(
      v.object({
        country: visibleLine(ACCOUNT_LIMITS.country),
        city: visibleLine(ACCOUNT_LIMITS.city),
        company: visibleLine(ACCOUNT_LIMITS.company),
      }),
    ),
    documents_view: v.picklist(documentsViews),
  }),
)

/** Refuses another e-mail: `changeEmailCall` changes it. */
export const updateProfileCall = callOf('updateProfile', 'PUT', '/api/auth/profile/detail/', {
  body: ProfileDetailSchema,
  reply: UserSchema,
})

/** The same answer for every address; known ones get a code. */
export const passwordResetCall = callOf('passwordReset', 'POST', '/api/auth/password-reset/', {
  body: PasswordResetSchema,
  reply: v.object({ success: v.boolean(), message: v.string() }),
})

/** Ends all sessions and opens one. Does not replace a second factor. */
export const passwordResetConfirmCall = callOf('passwordResetConfirm', 'POST', '/api/auth/password-reset/confirm/', {
  body: PasswordResetConfirmSchema,
  reply: SessionReplySchema,
})

/** OAuth error response (RFC 6749, section 5.2). */
export const OAuthErrorSchema = v.object({ error: v.string(), error_description: v.optional(v.string()) })
export type OAuthError = v.InferOutput<typeof OAuthErrorSchema>

const OAuthClient = { client_id: v.optional(limitedText(200), ''), client_secret: v.optional(limitedText(200), '') }

/** RFC 6749: password grant (4.3) of people and client credentials (4.4) of programs. */
export const oauthTokenCall = callOf('oauthToken', 'POST', '/o/token/', {
  encoding: 'form',
  failures: 'oauth',
  body: v.object({
    grant_type: limitedText(40),
    username: v.optional(limitedText(ACCOUNT_LIMITS.username), ''),
    password: v.optional(v.pipe(v.string(), v.maxLength(PASSWORD_MAX_LENGTH)), ''),
    scope: v.optional(limitedText(200), ''),
    ...OAuthClient,
  }),
  reply: v.object({ ...TokensSchema.entries, refresh_token: v.optional(v.string()) }),
})

/** RFC 7009; an unknown token is no error. */
export const oauthRevokeCall = callOf('oauthRevoke', 'POST', '/o/revoke_token/', {
  encoding: 'form',
  failures: 'oauth',
  body: v.object({ token: v.optional(TokenSchema, ''), ...OAuthClient }),
  reply: v.object({}),
})
