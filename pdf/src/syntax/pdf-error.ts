/** Why a document, or a request about it, is refused. The texts that people read live in the contract. */
export type PdfErrorCode =
  /** No `%PDF-` header in the first 1024 bytes. */
  | 'PDF_NOT_A_PDF'
  /** Breaks ISO 32000 in a way that readers repair differently. */
  | 'PDF_MALFORMED'
  /** Has an /Encrypt dictionary. */
  | 'PDF_ENCRYPTED'
  /** Beyond a limit on nesting or count. */
  | 'PDF_TOO_COMPLEX'
  /** Inflates beyond a limit. */
  | 'PDF_BOMB'
  /** Uses a stream filter in its structure that the reader does not know. */
  | 'PDF_UNSUPPORTED'
  | 'PDF_PAGE_NOT_FOUND'
  | 'PDF_FIELD_EXISTS'
  | 'PDF_FIELD_NOT_FOUND'
  | 'PDF_FIELD_SIGNED'

/** The one error that reading and extending a PDF throws. `offset` is the byte of the file it was noticed at. */
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

export const malformed = (message: string, offset?: number): PdfError => new PdfError('PDF_MALFORMED', message, offset)
