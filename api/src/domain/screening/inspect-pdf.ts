import { createFairSemaphore, type QueueTurn } from 'shared/server'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { ThreadFailure, type ThreadTask, type ThreadTasks } from '../../platform/threads/thread-task.ts'
import { type InspectAnnotated, type InspectPdf, inspectAnnotatedTask, inspectTask } from './inspection.ts'

/** Both screenings share one queue. */
export interface PdfInspector {
  readonly inspect: InspectPdf
  readonly inspectAnnotated: InspectAnnotated
}

/** Of this process. Others wait, the accounts in turn. */
const INSPECTIONS_AT_ONCE = 2

interface InspectorOptions {
  /** CPU milliseconds. */
  readonly timeLimit?: number
  readonly onBroken?: (error: unknown) => void
}

/** A disk failure says nothing about the document. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

const isExhausted = (error: unknown): boolean => error instanceof ThreadFailure && error.kind !== 'broken'

/**
 * Screens in a thread with limits of time and memory: files are hostile. `exhausted` says nothing about the file; the
 * caller may ask for another attempt.
 */
export const createPdfInspector = (
  threads: ThreadTasks,
  { timeLimit, onBroken }: InspectorOptions = {},
): PdfInspector => {
  const semaphore = createFairSemaphore(INSPECTIONS_AT_ONCE)
  const run = async <Request extends object, Answer>(
    task: ThreadTask<Request, Answer>,
    request: Request,
    { signal }: QueueTurn,
  ) => {
    try {
      return await threads.run(task, request, { timeLimit, signal })
    } catch (error) {
      if (signal?.aborted || isOfSystem(error) || error instanceof OverloadError) throw error
      if (!isExhausted(error)) onBroken?.(error)
      return { kind: 'exhausted' } as const
    }
  }
  return {
    inspect: (path, turn, password) => semaphore.run(turn, () => run(inspectTask, { path, password }, turn)),
    inspectAnnotated: (path, baseSize, turn) =>
      semaphore.run(turn, () => run(inspectAnnotatedTask, { path, baseSize }, turn)),
  }
}
