import type { DocumentInspection } from 'pdf/screen'
import type { DocumentWithAnnotations } from '../annotations/inspect-annotated.ts'
import type { Turn } from './fair-gate.ts'

/** What reading and screening an uploaded PDF came to. */
export type Inspection =
  | DocumentInspection
  /** Time or memory ran out, or the reading broke. */
  | { readonly kind: 'exhausted' }

/** `turn`: whose upload waits for a thread. */
export type InspectPdf = (path: string, turn: Turn) => Promise<Inspection>

/** What reading, screening and comparing a revision with annotations came to. */
export type AnnotatedInspection = DocumentWithAnnotations | { readonly kind: 'exhausted' }

/** `baseSize`: how many of its bytes are the revision that was annotated. */
export type InspectAnnotated = (path: string, baseSize: number, turn: Turn) => Promise<AnnotatedInspection>

/** What the thread is told. */
export type InspectionRequest =
  | { readonly kind: 'inspect'; readonly path: string }
  | { readonly kind: 'inspect-annotated'; readonly path: string; readonly baseSize: number }
  /** Leave. */
  | { readonly kind: 'end' }
