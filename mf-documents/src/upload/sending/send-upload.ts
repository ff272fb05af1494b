import type { UserFile } from 'shared/contract'
import { type UploadInput, type UploadOptions, uploadFile } from 'shared/http'
import { isChecking, nextShownProgress, nothingSent, PROGRESS_START, type SentBytes } from './upload-progress.ts'

const PROGRESS_TICK_MS = 300

export interface UploadTools {
  readonly upload: (input: UploadInput, options: UploadOptions) => Promise<UserFile>
  /** Returns a stop function. */
  readonly every: (ms: number, tick: () => void) => () => void
  /** From 0 up to 1. */
  readonly random: () => number
}

export const browserTools: UploadTools = {
  upload: uploadFile,
  every: (ms, tick) => {
    const timer = setInterval(tick, ms)
    return () => clearInterval(timer)
  },
  random: () => Math.random(),
}

export interface UploadWatch {
  readonly signal: AbortSignal
  /** `checking`: all bytes are sent. */
  readonly onProgress: (percent: number, checking: boolean) => void
}

/**
 * Uploads a document and reports the progress.
 *
 * @throws HttpError, or AbortError when cancelled
 */
export const sendUpload = async (
  input: UploadInput,
  { signal, onProgress }: UploadWatch,
  tools: UploadTools,
): Promise<UserFile> => {
  let shown = PROGRESS_START
  let sent: SentBytes = nothingSent
  onProgress(shown, false)
  const stop = tools.every(PROGRESS_TICK_MS, () => {
    shown = nextShownProgress(shown, sent, tools.random())
    onProgress(shown, isChecking(sent))
  })
  const onSent = (bytes: number, total: number) => {
    sent = { bytes, total }
  }
  try {
    return await tools.upload(input, { signal, onSent })
  } finally {
    stop()
  }
}
