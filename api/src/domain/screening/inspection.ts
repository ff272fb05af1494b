import type { DocumentInspection } from 'pdf/screen'
import type { Turn } from 'shared/server'
import { SECOND } from '../../platform/clock.ts'
import { ranks, type ThreadTask } from '../../platform/threads/thread-task.ts'
import type { DocumentWithAnnotations } from './inspect-annotated.ts'

declare module '../../platform/services.ts' {
  interface Services {
    readonly inspectPdf: InspectPdf
    readonly inspectAnnotated: InspectAnnotated
  }
}

/** Verdict about an upload. */
export type Inspection =
  | DocumentInspection
  /** Time or memory limit, or a crash. */
  | { readonly kind: 'exhausted' }

/** `turn`: the waiting account. */
export type InspectPdf = (path: string, turn: Turn) => Promise<Inspection>

type AnnotatedInspection = DocumentWithAnnotations | { readonly kind: 'exhausted' }

/** `baseSize`: bytes of the annotated revision. */
export type InspectAnnotated = (path: string, baseSize: number, turn: Turn) => Promise<AnnotatedInspection>

const inspection = {
  rank: ranks.file,
  timeLimit: 8 * SECOND,
  moves: [],
} as const

export const inspectTask: ThreadTask<{ readonly path: string }, DocumentInspection> = { ...inspection, name: 'inspect' }

export const inspectAnnotatedTask: ThreadTask<
  { readonly path: string; readonly baseSize: number },
  DocumentWithAnnotations
> = { ...inspection, name: 'inspect-annotated' }
