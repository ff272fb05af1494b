import type { PdfLimits } from './limits.ts'
import { PdfError } from './pdf-error.ts'
import type { StreamDecoder } from './stream-data.ts'

/** ISO 32000-1, 7.5.4 and 7.5.8. Offsets count from the file start. */
export type ListedXrefEntry =
  | { readonly type: 'free' }
  | { readonly type: 'offset'; readonly offset: number; readonly gen: number }
  | { readonly type: 'compressed'; readonly container: number; readonly index: number }

/** `headerOffset`: bytes before `%PDF-`, from which offsets count. */
export interface XrefInput {
  readonly bytes: Uint8Array
  readonly headerOffset: number
  readonly limits: PdfLimits
  readonly decoder: StreamDecoder
}

export interface XrefSource extends XrefInput {
  /** Over all sections. */
  entriesRead: number
}

/** One section's entries, and how readers take its syntax. */
export interface XrefListing {
  readonly entries: Map<number, ListedXrefEntry>
  /** False after any syntax that is not that of ISO 32000. */
  exact: boolean
  /** False after any syntax that some readers refuse. */
  agreed: boolean
  /** True after syntax that makes a reader search the file for objects. */
  searched: boolean
}

/** @throws PdfError PDF_TOO_COMPLEX */
export function admitEntries(source: XrefSource, first: number, count: number, at: number): void {
  source.entriesRead += count
  if (first + count > source.limits.objectNumber + 1 || source.entriesRead > source.limits.entries) {
    throw new PdfError('PDF_TOO_COMPLEX', 'too many objects, or object numbers beyond the limit', at)
  }
}
