import * as v from 'valibot'

/** Characters. */
export const PASSWORD_MIN_LENGTH = 8
/** Characters; bounds the cost of hashing. */
export const PASSWORD_MAX_LENGTH = 1024

export const PASSWORD_SHORT_MESSAGE = `La contraseña debe tener al menos ${PASSWORD_MIN_LENGTH} caracteres`
export const PASSWORDS_DIFFER_MESSAGE = 'Las contraseñas no coinciden'

/** Length only: NIST SP 800-63B, 5.1.1.2, advises against rules about kinds of characters. */
export const NewPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('La nueva contraseña es requerida'),
  v.minLength(PASSWORD_MIN_LENGTH, PASSWORD_SHORT_MESSAGE),
  v.maxLength(PASSWORD_MAX_LENGTH),
)
