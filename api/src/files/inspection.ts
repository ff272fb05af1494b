import type { PdfErrorCode } from '../signing/pdf/pdf-error.ts'

/** What reading an uploaded PDF came to. */
export type Inspection =
  | { readonly kind: 'signable'; readonly pages: number }
  | { readonly kind: 'refused'; readonly code: PdfErrorCode; readonly detail: string }
  /** Time or memory ran out. */
  | { readonly kind: 'exhausted' }

export type InspectPdf = (path: string) => Promise<Inspection>
