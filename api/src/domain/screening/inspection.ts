import type { DocumentInspection } from 'pdf/screen'
import type { QueueTurn } from 'shared/server'
import { SECOND_MS } from '../../platform/clock.ts'
import { type ThreadTask, taskRanks } from '../../platform/threads/thread-task.ts'
import type { DocumentWithAnnotations } from './inspect-annotated.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly inspectPdf: InspectPdf
    readonly inspectAnnotated: InspectAnnotated
  }
}

/** Verdict about an upload. */
export type PdfInspection =
  | DocumentInspection
  /** Time or memory limit, or a crash. */
  | { readonly kind: 'exhausted' }

/**
 * `turn`: the waiting account. `password`: inspects an encrypted file for an opened copy; stays in this
 * process, and is not kept.
 */
export type InspectPdf = (path: string, turn: QueueTurn, password?: string) => Promise<PdfInspection>

type AnnotatedInspection = DocumentWithAnnotations | { readonly kind: 'exhausted' }

/** `baseSize`: bytes of the annotated revision. */
export type InspectAnnotated = (path: string, baseSize: number, turn: QueueTurn) => Promise<AnnotatedInspection>

const inspection = {
  rank: taskRanks.file,
  timeLimit: 8 * SECOND_MS,
  moves: [],
} as const

export interface FileToInspect {
  readonly path: string
  readonly password?: string | undefined
}

export const inspectTask: ThreadTask<FileToInspect, DocumentInspection> = { ...inspection, name: 'inspect' }

export const inspectAnnotatedTask: ThreadTask<
  { readonly path: string; readonly baseSize: number },
  DocumentWithAnnotations
> = { ...inspection, name: 'inspect-annotated' }
