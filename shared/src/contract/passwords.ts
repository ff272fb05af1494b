import * as v from 'valibot'

/** Characters. */
export const PASSWORD_MIN_LENGTH = 8
/** Characters; bounds the cost of hashing. */
export const PASSWORD_MAX_LENGTH = 1024

export const NewPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('La nueva contraseña es requerida'),
  v.minLength(PASSWORD_MIN_LENGTH, 'La contraseña debe tener al menos 8 caracteres'),
  v.maxLength(PASSWORD_MAX_LENGTH),
)
