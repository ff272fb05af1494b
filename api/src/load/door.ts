import { OverloadError, type ShedReason } from './overload-error.ts'

/** Counts what is under way. Where that is too much, whoever comes is sent away before anything was begun. */
export interface Door {
  /** @throws OverloadError where there is no room just now */
  checkRoom(): void
  /** Who is let in is never sent away any more. */
  enter<Result>(work: () => Promise<Result>): Promise<Result>
}

/** @param limit `null`: there is always room */
export const createDoor = (limit: number | null, reason: ShedReason): Door => {
  let inside = 0
  return {
    checkRoom: () => {
      if (limit !== null && inside >= limit) throw new OverloadError(reason)
    },
    enter: async (work) => {
      inside += 1
      try {
        return await work()
      } finally {
        inside -= 1
      }
    },
  }
}

/** The doors of what is dear, one of each in a process. */
export interface Doors {
  readonly signing: Door
  readonly upload: Door
}

export const createDoors = (limits: {
  readonly signingsAtOnce: number | null
  readonly uploadsAtOnce: number | null
}): Doors => ({
  signing: createDoor(limits.signingsAtOnce, 'signings'),
  upload: createDoor(limits.uploadsAtOnce, 'uploads'),
})
