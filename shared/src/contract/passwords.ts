import * as v from 'valibot'

/** Shortest password that is accepted, in characters. */
export const PASSWORD_MIN_LENGTH = 8
/** Longest password that is hashed, in characters: a limit against abuse, not a rule a person meets. */
export const PASSWORD_MAX_LENGTH = 1024

export const NewPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('La nueva contraseña es requerida'),
  v.minLength(PASSWORD_MIN_LENGTH, 'La contraseña debe tener al menos 8 caracteres'),
  v.maxLength(PASSWORD_MAX_LENGTH),
)
