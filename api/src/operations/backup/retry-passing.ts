import { setTimeout } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/clock.ts'
import { StorageUnavailableError } from '../../platform/storage/storage-errors.ts'
import { PassingError } from './backup-error.ts'

const PAUSES = [1, 2, 4, 8, 15].map((seconds) => seconds * SECOND_MS)

export type WaitFor = (milliseconds: number) => Promise<unknown>

const isPassing = (error: unknown): boolean => error instanceof StorageUnavailableError || error instanceof PassingError

/** Retries while database or storage are unavailable. */
export const retryPassing = async <Result>(
  work: () => Promise<Result>,
  wait: WaitFor = (milliseconds) => setTimeout(milliseconds),
): Promise<Result> => {
  for (const pause of PAUSES) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      await wait(pause)
    }
  }
  return work()
}
