import { Worker } from 'node:worker_threads'
import type { DocumentInspection } from 'pdf/screen'
import { SECOND } from '../../platform/clock.ts'
import { createFairSemaphore, type Turn } from '../../platform/overload/semaphore.ts'
import { limitTime, threadTime } from '../../platform/overload/time-limit.ts'
import type { DocumentWithAnnotations } from './inspect-annotated.ts'
import type { InspectAnnotated, InspectionRequest, InspectPdf } from './inspection.ts'

export interface PdfInspector {
  readonly inspect: InspectPdf
  readonly inspectAnnotated: InspectAnnotated
  close(): Promise<void>
}

/** CPU milliseconds (`time-limit.ts`). */
const INSPECTION_TIME_LIMIT = 8 * SECOND
const INSPECTION_HEAP_MB = 256
const INSPECTIONS_AT_ONCE = 2
/** Before termination. */
const THREAD_END_GRACE = 2 * SECOND

const WORKER = new URL('./inspect-worker.ts', import.meta.url)

interface Options {
  /** CPU milliseconds. */
  readonly timeLimit?: number
  readonly onBroken?: (error: unknown) => void
}

/** Worker errors come from another realm. */
const has = <K extends string>(error: unknown, key: K): error is Record<K, unknown> =>
  typeof error === 'object' && error !== null && key in error

const isOutOfMemory = (error: unknown): boolean => has(error, 'code') && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** A disk failure says nothing about the document. */
const isOfSystem = (error: unknown): boolean => has(error, 'syscall')

const startWorker = (onExit: (worker: Worker) => void): Worker => {
  const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: INSPECTION_HEAP_MB } })
  // Idle workers do not keep the process alive or crash it.
  worker.unref()
  worker.on('error', () => undefined)
  worker.once('exit', () => onExit(worker))
  return worker
}

const tell = (worker: Worker, request: InspectionRequest): void => worker.postMessage(request)

type Exhausted = { readonly kind: 'exhausted' }

/** Rejects on disk failures. After 'exhausted', the worker is unusable. */
const ask = <Answer extends { readonly kind: string }>(
  worker: Worker,
  request: InspectionRequest,
  { timeLimit = INSPECTION_TIME_LIMIT, onBroken }: Options,
) =>
  new Promise<Answer | Exhausted>((resolve, reject) => {
    const settle = (act: () => void): void => {
      stopWatching()
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const giveUp = (): void => settle(() => resolve({ kind: 'exhausted' }))
    const onMessage = (answer: Answer): void => settle(() => resolve(answer))
    const onError = (error: unknown): void => {
      if (isOfSystem(error)) settle(() => reject(error))
      else {
        if (!isOutOfMemory(error)) onBroken?.(error)
        giveUp()
      }
    }
    const onExit = (): void => onError(new Error('the thread ended without an answer'))
    const stopWatching = limitTime(threadTime(worker), timeLimit, giveUp)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    tell(worker, request)
  })

/** Asks an idle worker first: terminating a busy one has crashed the process. */
const end = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => worker.terminate(), THREAD_END_GRACE)
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    worker.ref()
    tell(worker, { kind: 'end' })
  })

export const createPdfInspector = (options: Options = {}): PdfInspector => {
  const semaphore = createFairSemaphore(INSPECTIONS_AT_ONCE)
  const idle: Worker[] = []
  const running = new Set<Promise<unknown>>()
  let closed = false
  const forget = (worker: Worker): void => {
    const place = idle.indexOf(worker)
    if (place >= 0) idle.splice(place, 1)
  }
  const run = async <Answer extends { readonly kind: string }>(request: InspectionRequest) => {
    const worker = idle.pop() ?? startWorker(forget)
    let answered = false
    try {
      const inspection = await ask<Answer>(worker, request, options)
      answered = inspection.kind !== 'exhausted'
      return inspection
    } finally {
      if (!answered) await worker.terminate()
      else if (closed) await end(worker)
      else idle.push(worker)
    }
  }
  const runInTurn = async <Answer extends { readonly kind: string }>(request: InspectionRequest, turn: Turn) => {
    const inspection = semaphore.run(turn, () => run<Answer>(request))
    running.add(inspection)
    try {
      return await inspection
    } finally {
      running.delete(inspection)
    }
  }
  return {
    inspect: (path, turn) => runInTurn<DocumentInspection>({ kind: 'inspect', path }, turn),
    inspectAnnotated: (path, baseSize, turn) =>
      runInTurn<DocumentWithAnnotations>({ kind: 'inspect-annotated', path, baseSize }, turn),
    close: async () => {
      closed = true
      await Promise.all(idle.splice(0).map(end))
      await Promise.allSettled(running)
    },
  }
}
