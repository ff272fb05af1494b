import { type ThreadTask, taskRanks } from '../../platform/threads/thread-task.ts'
import { DRAWING_TIME } from './constants.ts'

export interface PageDrawing {
  /** Of the revision; its memory moves to the thread. */
  readonly bytes: Uint8Array
  /** From 1. */
  readonly page: number
  /** Pixels. */
  readonly width: number
}

export interface DrawnPage {
  /** WebP. Undefined if PDFium cannot draw the page, or only with too many pixels or bytes. */
  readonly picture: Uint8Array | undefined
  /** Points, as displayed. */
  readonly width: number
  readonly height: number
  /** Of the document. */
  readonly pages: number
}

export const drawFirstPageTask: ThreadTask<PageDrawing, DrawnPage> = {
  name: 'draw-first-page',
  rank: taskRanks.file,
  timeLimit: DRAWING_TIME,
  moves: ['bytes'],
}

/** For the lists and the editor of the owner, who waits while guests read. */
export const drawOwnPageTask: typeof drawFirstPageTask = {
  ...drawFirstPageTask,
  name: 'draw-own-page',
  rank: taskRanks.background,
}
