import type { FastifyReply } from 'fastify'
import { SECOND } from '../clock.ts'
import { FileRefusal, fileProblems } from './file-refusal.ts'

/**
 * How long deciding about an upload may take from its last byte, in milliseconds. The site waits 60 s for an answer
 * (`shell/server/proxy.ts`) and then answers 504: by then nothing may be stored any more.
 */
export const UPLOAD_PATIENCE = 45 * SECOND
const RETRY_AFTER_SECONDS = 60

/** One upload, while somebody waits for its answer. */
export interface UploadAttempt {
  /** Aborted when the answer can only be an error: the time is over, or the client is gone. */
  readonly signal: AbortSignal
  end(): void
}

/** @param patience in milliseconds */
export const beginAttempt = ({ raw }: FastifyReply, clock: () => number, patience: number): UploadAttempt => {
  const controller = new AbortController()
  const giveUp = (): void =>
    controller.abort(new FileRefusal(fileProblems.tooSlow, clock(), { retryAfterSeconds: RETRY_AFTER_SECONDS }))
  const onClose = (): void => {
    if (!raw.writableFinished) controller.abort(new FileRefusal(fileProblems.interrupted, clock()))
  }
  const timer = setTimeout(giveUp, patience)
  raw.once('close', onClose)
  if (raw.destroyed) onClose()
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer)
      raw.off('close', onClose)
    },
  }
}

/** Resolves as the work does, and rejects with the signal's reason if that comes first. */
export const orAborted = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Lets one upload of each name through at a time: a repeat waits for what became of the first. */
export const createKeyedTurns = () => {
  const running = new Map<string, Promise<void>>()
  return async <Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    for (let first = running.get(name); first !== undefined; first = running.get(name)) await orAborted(first, signal)
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(name, promise)
    try {
      return await work()
    } finally {
      running.delete(name)
      resolve()
    }
  }
}
