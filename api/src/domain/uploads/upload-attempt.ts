import type { ServerResponse } from 'node:http'
import { FileRefusal, fileProblems } from '../documents/file-refusal.ts'

const RETRY_AFTER_SECONDS = 60

/** Aborts when the client leaves or the time ends. Call `end` in any case. */
export interface UploadAttempt {
  readonly signal: AbortSignal
  end(): void
}

/** @param timeout in milliseconds */
export const beginAttempt = (response: ServerResponse, clock: () => number, timeout: number): UploadAttempt => {
  const controller = new AbortController()
  const giveUp = (): void =>
    controller.abort(new FileRefusal(fileProblems.tooSlow, clock(), { retryAfterSeconds: RETRY_AFTER_SECONDS }))
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort(new FileRefusal(fileProblems.interrupted, clock()))
  }
  const timer = setTimeout(giveUp, timeout)
  response.once('close', onClose)
  if (response.destroyed) onClose()
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer)
      response.off('close', onClose)
    },
  }
}

/** Stops waiting, not the work: the caller discards what comes late. */
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

/** A repeated upload waits for the first. */
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
