import * as v from 'valibot'

/** Characters. */
export const PASSWORD_MIN_LENGTH = 8
/** Characters; bounds the cost of hashing. */
export const PASSWORD_MAX_LENGTH = 1024

export const PASSWORD_SHORT_MESSAGE = `La contraseña debe tener al menos ${PASSWORD_MIN_LENGTH} caracteres`
export const PASSWORDS_DIFFER_MESSAGE = 'Las contraseñas no coinciden'

export const NewPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('La nueva contraseña es requerida'),
  v.minLength(PASSWORD_MIN_LENGTH, PASSWORD_SHORT_MESSAGE),
  v.maxLength(PASSWORD_MAX_LENGTH),
)
