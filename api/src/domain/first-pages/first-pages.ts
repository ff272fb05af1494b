import { createSemaphore } from 'shared/server'
import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { SWEEP_INTERVAL } from './constants.ts'
import { drawAndKeep, type PictureTools } from './draw-and-keep.ts'
import { type DrawnPage, drawFirstPageTask } from './draw-task.ts'
import type { PictureFiles, PictureKey } from './picture-files.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly firstPages: FirstPages
  }
}

interface FoundFirstPage extends DrawnPage {
  /** Not drawn for this call. */
  readonly isKept: boolean
}

export interface FirstPages {
  /**
   * Draws a picture that is not kept. The caller has checked who may read the revision.
   * @throws OverloadError, and what the storage throws
   */
  find(key: PictureKey): Promise<FoundFirstPage>
}

/** Of this process; the others wait in the order of their calls. */
const DRAWN_AT_ONCE = 2
const WAITING = 50

export const createFirstPages = (tools: PictureTools): FirstPages => {
  const { files } = tools
  const semaphore = createSemaphore(DRAWN_AT_ONCE, WAITING)
  const underWay = new Map<string, Promise<DrawnPage>>()

  return {
    find: async (key) => {
      const name = `${key.sha256} ${key.page} ${key.width}`
      const kept = underWay.has(name) ? undefined : await files.read(key)
      if (kept !== undefined) return { ...kept, isKept: true }
      const drawing =
        underWay.get(name) ??
        semaphore.run(() => drawAndKeep(tools, drawFirstPageTask, key)).finally(() => underWay.delete(name))
      underWay.set(name, drawing)
      return { ...(await drawing), isKept: false }
    },
  }
}

const existingFiles =
  (db: ApiDatabase) =>
  async (hashes: readonly string[]): Promise<ReadonlySet<string>> => {
    const find = (table: 'revisions' | 'template_versions') =>
      db.selectFrom(table).select('sha256').distinct().where('sha256', 'in', hashes).execute()
    const rows = [await find('revisions'), await find('template_versions')]
    return new Set(rows.flat().map(({ sha256 }) => sha256))
  }

export const createPictureSweeper = ({
  db,
  files,
  log,
}: { readonly db: ApiDatabase; readonly files: PictureFiles } & {
  readonly log: Pick<ServiceLog, 'error'>
}): PollingLoop =>
  createPollingLoop(
    async () => {
      await files.sweep(existingFiles(db))
      return 0
    },
    SWEEP_INTERVAL,
    (error) => log.error({ err: error }, 'old pictures were not removed'),
  )
