import { Worker } from 'node:worker_threads'
import { INSPECTION_HEAP_MB, INSPECTION_TIME_LIMIT, INSPECTIONS_AT_ONCE } from './constants.ts'
import type { Inspection, InspectPdf } from './inspection.ts'

const WORKER = new URL('./inspect-worker.ts', import.meta.url)

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === OUT_OF_MEMORY

/** One worker thread for one file: whatever the file does to it, the server goes on. */
const runWorker = (path: string, timeLimit: number): Promise<Inspection> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: INSPECTION_HEAP_MB },
    })
    const timer = setTimeout(() => {
      resolve({ kind: 'exhausted' })
      void worker.terminate()
    }, timeLimit)
    worker.once('message', (inspection: Inspection) => resolve(inspection))
    worker.once('error', (error) => {
      if (isOutOfMemory(error)) resolve({ kind: 'exhausted' })
      else reject(error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('the inspection ended without an answer'))
    })
  })

/** Reads uploads in worker threads, a few at a time; the others wait their turn. */
export const createPdfInspector = (timeLimit = INSPECTION_TIME_LIMIT): InspectPdf => {
  const waiting: (() => void)[] = []
  let running = 0
  const start = async (): Promise<void> => {
    if (running < INSPECTIONS_AT_ONCE) {
      running += 1
      return
    }
    // Whoever finishes hands its place over, so the count stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const finish = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return async (path) => {
    await start()
    try {
      return await runWorker(path, timeLimit)
    } finally {
      finish()
    }
  }
}
