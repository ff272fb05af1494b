/** Spanish texts are in the contract. */
export type PdfErrorCode =
  /** No `%PDF-` header in the first 1024 bytes. */
  | 'PDF_NOT_A_PDF'
  /** Readers repair this violation of ISO 32000 differently. */
  | 'PDF_MALFORMED'
  /** Needs a password or a certificate; when written to: its permissions forbid filling and signing. */
  | 'PDF_ENCRYPTED'
  | 'PDF_TOO_COMPLEX'
  /** Inflates beyond a limit. */
  | 'PDF_BOMB'
  /** Unknown filter of a structural stream. */
  | 'PDF_UNSUPPORTED'
  | 'PDF_PAGE_NOT_FOUND'
  | 'PDF_FIELD_EXISTS'
  | 'PDF_FIELD_NOT_FOUND'
  | 'PDF_FIELD_SIGNED'

/** `offset`: byte position. */
export class PdfError extends Error {
  readonly code: PdfErrorCode
  readonly offset: number | undefined

  constructor(code: PdfErrorCode, message: string, offset?: number) {
    super(offset === undefined ? message : `${message} (at byte ${offset})`)
    this.name = 'PdfError'
    this.code = code
    this.offset = offset
  }
}

/** The document would open with a password, or with another one than was given. */
export class PasswordError extends PdfError {
  constructor(message: string) {
    super('PDF_ENCRYPTED', message)
  }
}

/** @param message English, for logs */
export const malformedPdf = (message: string, offset?: number): PdfError =>
  new PdfError('PDF_MALFORMED', message, offset)
