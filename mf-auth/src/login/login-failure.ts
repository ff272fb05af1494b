import { errorMessages } from 'shared/contract'
import { HttpError, REQUEST_FALLBACK } from 'shared/http'

const UNEXPECTED = 'Error en el inicio de sesión'
const NO_REASON = 'Error al iniciar sesión'

/** What the login screen says about a failure (specification, section 8: the server's reason, else its own texts). */
export const loginFailure = (error: unknown): string => {
  if (!(error instanceof HttpError)) return UNEXPECTED
  if (error.serverMessage !== undefined) return error.serverMessage
  if (error.status === 400 || error.status === 401) return errorMessages.INVALID_CREDENTIALS
  return error.message === REQUEST_FALLBACK ? NO_REASON : error.message
}
