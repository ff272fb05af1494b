import { Worker } from 'node:worker_threads'
import { INSPECTION_HEAP_MB, INSPECTION_TIME_LIMIT, INSPECTIONS_AT_ONCE } from './constants.ts'
import type { Inspection, InspectPdf } from './inspection.ts'

export interface PdfInspector {
  readonly inspect: InspectPdf
  /** Ends the threads. */
  close(): Promise<void>
}

const WORKER = new URL('./inspect-worker.ts', import.meta.url)

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const startWorker = (onExit: (worker: Worker) => void): Worker => {
  const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: INSPECTION_HEAP_MB } })
  // A thread that waits for work keeps no process alive, and takes nobody with it when it dies.
  worker.unref()
  worker.on('error', () => undefined)
  worker.once('exit', () => onExit(worker))
  return worker
}

/** Has one file read; rejects where the thread broke. A thread that gave no answer is good for nothing more. */
const ask = (worker: Worker, path: string, timeLimit: number): Promise<Inspection> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const onMessage = (inspection: Inspection): void => settle(() => resolve(inspection))
    const onError = (error: unknown): void =>
      settle(() => (isOutOfMemory(error) ? resolve({ kind: 'exhausted' }) : reject(error)))
    const onExit = (): void => settle(() => reject(new Error('the thread ended without an answer')))
    const timer = setTimeout(() => settle(() => resolve({ kind: 'exhausted' })), timeLimit)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(path)
  })

/** Lets a few pass at a time; the others wait their turn. */
const createGate = (width: number) => {
  const waiting: (() => void)[] = []
  let inside = 0
  return {
    enter: async (): Promise<void> => {
      if (inside < width) inside += 1
      // Whoever leaves hands its place over, so the count stays as it is.
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    leave: (): void => {
      const next = waiting.shift()
      if (next === undefined) inside -= 1
      else next()
    },
  }
}

/**
 * Reads uploads in worker threads with limits on time and memory: whatever a file does to its thread, the server goes
 * on. A thread that survives is used again; one that did not is replaced.
 */
export const createPdfInspector = (timeLimit = INSPECTION_TIME_LIMIT): PdfInspector => {
  const gate = createGate(INSPECTIONS_AT_ONCE)
  const idle: Worker[] = []
  const forget = (worker: Worker): void => {
    const place = idle.indexOf(worker)
    if (place >= 0) idle.splice(place, 1)
  }
  const run = async (path: string): Promise<Inspection> => {
    const worker = idle.pop() ?? startWorker(forget)
    let answered = false
    try {
      const inspection = await ask(worker, path, timeLimit)
      answered = inspection.kind !== 'exhausted'
      return inspection
    } finally {
      if (answered) idle.push(worker)
      else await worker.terminate()
    }
  }
  return {
    inspect: async (path) => {
      await gate.enter()
      try {
        return await run(path)
      } finally {
        gate.leave()
      }
    },
    close: async () => {
      await Promise.all(idle.splice(0).map((worker) => worker.terminate()))
    },
  }
}
