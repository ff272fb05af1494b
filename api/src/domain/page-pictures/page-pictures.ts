import { createFairSemaphore, turnOf } from 'shared/server'
import { drawAndKeep, type PictureTools } from '../first-pages/draw-and-keep.ts'
import { drawOwnPageTask } from '../first-pages/draw-task.ts'
import type { PictureKey } from '../first-pages/picture-files.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly pagePictures: PagePictures
  }
}

export interface PagePictures {
  /**
   * Draws a picture that is not kept. The caller has checked that the file is the account's.
   * @param signal drops a drawing that has not begun
   * @returns undefined if the page cannot be drawn
   * @throws SemaphoreFullError, OverloadError, the signal's reason, and what the storage throws
   */
  find(userId: number, key: PictureKey, signal: AbortSignal): Promise<Uint8Array | undefined>
}

/** Of this process. The pool draws at most one of them at a time on two cores, and guests' pages before them. */
const DRAWN_AT_ONCE = 2
/** Each account draws one at a time, however many cards it shows. */
const EACH_AT_ONCE = 1
const WAITING = 300
/** Three tabs, each with a few requests and as many that scrolled away. */
const WAITING_EACH = 30

export const createPagePictures = (tools: PictureTools): PagePictures => {
  const semaphore = createFairSemaphore(DRAWN_AT_ONCE, WAITING, EACH_AT_ONCE, WAITING_EACH)
  return {
    find: async (userId, key, signal) => {
      const kept = await tools.files.read(key)
      if (kept !== undefined) return kept.picture
      const drawn = await semaphore.run(
        turnOf(userId, signal),
        // Another tab may have asked for the same picture.
        async () => (await tools.files.read(key)) ?? (await drawAndKeep(tools, drawOwnPageTask, key)),
      )
      return drawn.picture
    },
  }
}
