import type { DocumentInspection } from '../screening/inspect-document.ts'

/** What reading and screening an uploaded PDF came to. */
export type Inspection =
  | DocumentInspection
  /** Time or memory ran out, or the reading broke. */
  | { readonly kind: 'exhausted' }

export type InspectPdf = (path: string) => Promise<Inspection>

/** What the thread is told. */
export type InspectionRequest =
  | { readonly kind: 'inspect'; readonly path: string }
  /** Leave. */
  | { readonly kind: 'end' }
