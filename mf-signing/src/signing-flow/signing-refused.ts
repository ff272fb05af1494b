import { HttpError, messageOf } from 'shared/http'

/** The answer to signing was not ok. The specification's words, for whoever reads the log; `cause` has the server's. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused'

  constructor(cause: HttpError) {
    super('Error al procesar la firma digital', { cause })
  }
}

/** Why a signature was not made, in words for the person; undefined where nobody said why. */
export const signingReason = (error: unknown): string | undefined => {
  const told = error instanceof SigningRefused ? error.cause : error
  return told instanceof HttpError ? messageOf(told, told.message) : undefined
}

/** Whether the server refused the code of the e-mail. */
export const codeRefused = (error: unknown): boolean => {
  const told = error instanceof SigningRefused ? error.cause : error
  return told instanceof HttpError && (told.code === 'EMAIL_CODE_WRONG' || told.code === 'EMAIL_CODE_NEEDED')
}

/** Whether the server has another document than the one on the page. */
export const documentDiffers = (error: unknown): boolean => {
  const told = error instanceof SigningRefused ? error.cause : error
  return told instanceof HttpError && told.code === 'DOCUMENT_DIFFERS'
}
