import type { DocumentInspection } from 'pdf/screen'
import type { Turn } from '../../platform/overload/semaphore.ts'
import type { DocumentWithAnnotations } from './inspect-annotated.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly inspectPdf: InspectPdf
    readonly inspectAnnotated: InspectAnnotated
  }
}

export type Inspection =
  | DocumentInspection
  /** Time or memory limit, or a crash. */
  | { readonly kind: 'exhausted' }

/** `turn`: the waiting account. */
export type InspectPdf = (path: string, turn: Turn) => Promise<Inspection>

export type AnnotatedInspection = DocumentWithAnnotations | { readonly kind: 'exhausted' }

/** `baseSize`: bytes of the annotated revision. */
export type InspectAnnotated = (path: string, baseSize: number, turn: Turn) => Promise<AnnotatedInspection>

export type InspectionRequest =
  | { readonly kind: 'inspect'; readonly path: string }
  | { readonly kind: 'inspect-annotated'; readonly path: string; readonly baseSize: number }
  | { readonly kind: 'end' }
