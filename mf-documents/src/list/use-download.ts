import { useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { isAbort, messageOf } from 'shared/http'
import { notify } from 'shared/state'
import { type After, afterTimeout } from '../browser-timers.ts'
import { DOWNLOAD_CANCELLED, DOWNLOAD_FAILURE, DOWNLOAD_PATIENCE_MS } from './constants.ts'
import { downloadDocument, type Saved } from './download-document.ts'

/** `slow`: show the progress. */
export type DownloadState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running'
      readonly slow: boolean
      /** Bytes; `total` may be unknown. */
      readonly received: number
      readonly total: number | undefined
    }

export interface Download {
  readonly state: DownloadState
  readonly start: (saved: Saved) => void
  readonly cancel: () => void
}

const idle: DownloadState = { kind: 'idle' }
const started: DownloadState = { kind: 'running', slow: false, received: 0, total: undefined }

/** Runs one download at a time; notifies on failure. */
export const useDownload = (file: UserFile, after: After = afterTimeout): Download => {
  const [state, setState] = useState<DownloadState>(idle)
  const running = useRef<AbortController>(undefined)
  const update = (change: Partial<Extract<DownloadState, { kind: 'running' }>>) =>
    setState((now) => (now.kind === 'running' ? { ...now, ...change } : now))

  const run = async (saved: Saved, { signal }: AbortController) => {
    const stopWaiting = after(DOWNLOAD_PATIENCE_MS, () => update({ slow: true }))
    try {
      await downloadDocument(file, saved, {
        signal,
        onReceived: (received, total) => update({ received, total }),
      })
    } catch (error) {
      if (isAbort(error)) notify({ type: 'info', message: DOWNLOAD_CANCELLED })
      else notify({ type: 'error', message: messageOf(error, DOWNLOAD_FAILURE) })
    }
    stopWaiting()
    running.current = undefined
    setState(idle)
  }

  return {
    state,
    start: (saved) => {
      if (running.current) return
      const stop = new AbortController()
      running.current = stop
      setState(started)
      void run(saved, stop)
    },
    cancel: () => running.current?.abort(),
  }
}
