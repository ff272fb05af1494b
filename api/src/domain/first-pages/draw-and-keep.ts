import type { ServiceLog } from '../../platform/logging.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { ThreadFailure, type ThreadTask, type ThreadTasks } from '../../platform/threads/thread-task.ts'
import type { DrawnPage, PageDrawing } from './draw-task.ts'
import type { PictureFiles, PictureKey } from './picture-files.ts'

export interface PictureTools {
  readonly threads: ThreadTasks
  readonly blobs: Pick<BlobStore, 'read'>
  readonly files: PictureFiles
  readonly log: Pick<ServiceLog, 'warn'>
}

type DrawingTask = ThreadTask<PageDrawing, DrawnPage>

const NO_PICTURE: DrawnPage = { picture: undefined, width: 0, height: 0, pages: 0 }

const drawOrNothing = async (
  { threads, blobs }: PictureTools,
  task: DrawingTask,
  { sha256, page, width }: PictureKey,
): Promise<DrawnPage> => {
  try {
    return await threads.run(task, { bytes: await blobs.read(sha256), page, width })
  } catch (error) {
    // Time, memory or a crash: the next visitor would meet the same.
    if (error instanceof ThreadFailure) return NO_PICTURE
    throw error
  }
}

/** @throws OverloadError, and what the storage throws */
export const drawAndKeep = async (tools: PictureTools, task: DrawingTask, key: PictureKey): Promise<DrawnPage> => {
  const drawn = await drawOrNothing(tools, task, key)
  // A full disk costs the next visitor a drawing, nothing else.
  await tools.files.keep(key, drawn).catch((error: unknown) => tools.log.warn({ err: error }, 'a picture was not kept'))
  return drawn
}
