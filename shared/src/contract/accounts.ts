import * as v from 'valibot'
import { defineCall } from './call.ts'
import { IdSchema } from './ids.ts'

/** Shortest password that is accepted, in characters. */
export const PASSWORD_MIN_LENGTH = 8
/** Longest password that is hashed, in characters: a limit against abuse, not a rule a person meets. */
export const PASSWORD_MAX_LENGTH = 1024

const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max))

/** 'x@y.z' shape, without spaces or control characters: the address is only proven by a message that arrives. */
export const EMAIL_PATTERN = /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+\.[^\s\p{Cc}@]+$/u
export const EmailSchema = v.pipe(line(254), v.regex(EMAIL_PATTERN, 'El email no es válido'))

export const UserSchema = v.object({
  id: IdSchema,
  username: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  phone: v.string(),
  profile: v.object({ country: v.string(), city: v.string(), company: v.string() }),
})
export type User = v.InferOutput<typeof UserSchema>

/** Tokens as the server answers them; `expires_in` in seconds. */
export const TokensSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  token_type: v.string(),
  expires_in: v.number(),
  scope: v.string(),
})
export type Tokens = v.InferOutput<typeof TokensSchema>

export const SessionReplySchema = v.object({ ...TokensSchema.entries, user: UserSchema })
export type SessionReply = v.InferOutput<typeof SessionReplySchema>

const required = (message: string, max = 150) => v.pipe(line(max), v.nonEmpty(message))

export const LoginSchema = v.object({
  username: required('El nombre de usuario es requerido'),
  password: v.pipe(v.string(), v.nonEmpty('La contraseña es requerida'), v.maxLength(PASSWORD_MAX_LENGTH)),
})

/** Registration payload with the specification's messages in its order; the first failing one is shown. */
export const RegisterSchema = v.pipe(
  v.object({
    username: required('El nombre de usuario es requerido'),
    first_name: required('El nombre es requerido'),
    last_name: required('El apellido es requerido'),
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

export const logoutCall = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout/',
  reply: v.object({ success: v.boolean() }),
})

export const refreshCall = defineCall({
  name: 'refresh',
  method: 'POST',
  path: '/api/auth/refresh/',
  body: v.object({ refresh_token: v.pipe(v.string(), v.maxLength(512)) }),
  reply: v.object({ ...TokensSchema.entries, refresh_token: v.optional(v.string()) }),
})

export const profileCall = defineCall({
  name: 'profile',
  method: 'GET',
  path: '/api/auth/profile/complete/',
  reply: UserSchema,
})

/** Digits of the code that a person receives by e-mail to choose a new password. */
export const RESET_CODE_LENGTH = 6

const NewPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('La nueva contraseña es requerida'),
  v.minLength(PASSWORD_MIN_LENGTH, 'La contraseña debe tener al menos 8 caracteres'),
  v.maxLength(PASSWORD_MAX_LENGTH),
)

export const PasswordResetSchema = v.object({
  email: v.pipe(line(254), v.nonEmpty('Por favor ingresa tu email'), v.regex(EMAIL_PATTERN, 'El email no es válido')),
})

/** Password-reset confirmation with the specification's messages in its order; the first failing one is shown. */
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

/** What a person may change about themselves; what is left out stays as it is. */
export const ProfileDetailSchema = v.partial(
  v.object({
    first_name: required('El nombre es requerido'),
    last_name: required('El apellido es requerido'),
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

/** Failure of an OAuth call (RFC 6749, section 5.2). */
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
