import * as v from 'valibot'
import { defineCall } from './call.ts'
import { NewPasswordSchema, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './passwords.ts'
import { EMAIL_PATTERN, SessionReplySchema, TokensSchema, UserSchema } from './session.ts'
import { hasEnoughLetters, hasHiddenCharacter, NAME_TOO_SHORT_MESSAGE, namePart } from './visible-name.ts'

export * from './account-security.ts'
export * from './passwords.ts'
export * from './personal-data.ts'
export * from './second-factors.ts'

const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max))

const required = (message: string, max = 150) => v.pipe(line(max), v.nonEmpty(message))

const USERNAME_HIDDEN_MESSAGE =
  'El nombre de usuario tiene caracteres que no se ven. Escríbelo de nuevo con el teclado.'

const NameParts = {
  first_name: namePart('El nombre es requerido', 150),
  last_name: namePart('El apellido es requerido', 150),
}

export const LoginSchema = v.object({
  username: required('El nombre de usuario es requerido'),
  password: v.pipe(v.string(), v.nonEmpty('La contraseña es requerida'), v.maxLength(PASSWORD_MAX_LENGTH)),
})

/** Messages and their order come from the specification. */
export const RegisterSchema = v.pipe(
  v.object({
    username: v.pipe(
      required('El nombre de usuario es requerido'),
      v.check((name) => !hasHiddenCharacter(name), USERNAME_HIDDEN_MESSAGE),
    ),
    ...NameParts,
    email: v.pipe(line(254), v.nonEmpty('El email es requerido'), v.regex(EMAIL_PATTERN, 'El email no es válido')),
    phone: required('El teléfono es requerido', 40),
    password: v.pipe(
      v.string(),
      v.nonEmpty('La contraseña es requerida'),
      v.minLength(PASSWORD_MIN_LENGTH, 'La contraseña debe tener al menos 8 caracteres'),
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
      'Las contraseñas no coinciden',
    ),
    ['password_confirmation'],
  ),
)

export const registerCall = defineCall({
  name: 'register',
  method: 'POST',
  path: '/api/auth/register/',
  body: RegisterSchema,
  reply: SessionReplySchema,
})

export const loginCall = defineCall({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login/',
  body: LoginSchema,
  reply: SessionReplySchema,
})

export const RESET_CODE_LENGTH = 6

export const PasswordResetSchema = v.object({
  email: v.pipe(line(254), v.nonEmpty('Por favor ingresa tu email'), v.regex(EMAIL_PATTERN, 'El email no es válido')),
})

/** Messages and their order come from the specification. */
export const PasswordResetConfirmSchema = v.pipe(
  v.object({
    email: v.pipe(line(254), v.nonEmpty('Email no encontrado. Por favor, solicita un nuevo código.')),
    code: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('El código de verificación es requerido'),
      v.length(RESET_CODE_LENGTH, 'El código debe tener 6 dígitos'),
      v.digits('El código debe tener 6 dígitos'),
    ),
    new_password: NewPasswordSchema,
    password_confirmation: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [['new_password'], ['password_confirmation']],
      (input) => input.new_password === input.password_confirmation,
      'Las contraseñas no coinciden',
    ),
    ['password_confirmation'],
  ),
)

/** An omitted property stays unchanged. */
export const ProfileDetailSchema = v.partial(
  v.object({
    ...NameParts,
    email: v.pipe(line(254), v.nonEmpty('El email es requerido'), v.regex(EMAIL_PATTERN, 'El email no es válido')),
    phone: required('El teléfono es requerido', 40),
    profile: v.partial(v.object({ country: line(80), city: line(80), company: line(120) })),
  }),
)

export const updateProfileCall = defineCall({
  name: 'updateProfile',
  method: 'PUT',
  path: '/api/auth/profile/detail/',
  body: ProfileDetailSchema,
  reply: UserSchema,
})

export const passwordResetCall = defineCall({
  name: 'passwordReset',
  method: 'POST',
  path: '/api/auth/password-reset/',
  body: PasswordResetSchema,
  reply: v.object({ success: v.boolean(), message: v.string() }),
})

export const passwordResetConfirmCall = defineCall({
  name: 'passwordResetConfirm',
  method: 'POST',
  path: '/api/auth/password-reset/confirm/',
  body: PasswordResetConfirmSchema,
  reply: SessionReplySchema,
})

/** OAuth error response (RFC 6749, section 5.2). */
export const OAuthErrorSchema = v.object({ error: v.string(), error_description: v.optional(v.string()) })
export type OAuthError = v.InferOutput<typeof OAuthErrorSchema>

const OAuthClient = { client_id: v.optional(line(200), ''), client_secret: v.optional(line(200), '') }

export const oauthTokenCall = defineCall({
  name: 'oauthToken',
  method: 'POST',
  path: '/o/token/',
  encoding: 'form',
  failures: 'oauth',
  body: v.object({
    grant_type: line(40),
    username: v.optional(line(150), ''),
    password: v.optional(v.pipe(v.string(), v.maxLength(PASSWORD_MAX_LENGTH)), ''),
    ...OAuthClient,
  }),
  reply: TokensSchema,
})

export const oauthRevokeCall = defineCall({
  name: 'oauthRevoke',
  method: 'POST',
  path: '/o/revoke_token/',
  encoding: 'form',
  failures: 'oauth',
  body: v.object({ token: v.optional(v.pipe(v.string(), v.maxLength(512)), ''), ...OAuthClient }),
  reply: v.object({}),
})
