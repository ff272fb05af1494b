import { HttpError, messageOf } from 'shared/http'

/** Message from the specification; `cause` holds the server's error. */
export class SigningRefused extends Error {
  override readonly name = 'SigningRefused'

  constructor(cause: HttpError) {
    super('Error al procesar la firma digital', { cause })
  }
}

export const signingReason = (error: unknown): string =>
  messageOf(error instanceof SigningRefused ? error.cause : error)

export const codeRefused = (error: unknown): boolean => {
  const cause = error instanceof SigningRefused ? error.cause : error
  return cause instanceof HttpError && (cause.code === 'EMAIL_CODE_WRONG' || cause.code === 'EMAIL_CODE_NEEDED')
}

export const documentDiffers = (error: unknown): boolean => {
  const cause = error instanceof SigningRefused ? error.cause : error
  return cause instanceof HttpError && cause.code === 'DOCUMENT_DIFFERS'
}
