import type { DocumentInspection } from '../screening/inspect-document.ts'

/** What reading and screening an uploaded PDF came to. */
export type Inspection =
  | DocumentInspection
  /** Time or memory ran out. */
  | { readonly kind: 'exhausted' }

export type InspectPdf = (path: string) => Promise<Inspection>
