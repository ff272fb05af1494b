import { useRef, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { isAbort } from 'shared/http'
import { notify } from 'shared/state'
import { afterTimeout } from '../../browser-timers.ts'
import { documentFailureMessage } from '../../failure-message.ts'
import { downloadDocument, type SavedFile } from './download-document.ts'

const CANCELLED = 'Descarga cancelada'

const PROGRESS_DELAY_MS = 500

export type DownloadState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running'
      readonly slow: boolean
      /** Bytes; `total` may be unknown. */
      readonly received: number
      readonly total: number | undefined
    }

export interface DownloadModel {
  readonly state: DownloadState
  readonly start: (saved: SavedFile) => void
  readonly cancel: () => void
}

const idle: DownloadState = { kind: 'idle' }
const started: DownloadState = { kind: 'running', slow: false, received: 0, total: undefined }

export const useDownload = (file: UserFile): DownloadModel => {
  const [state, setState] = useState<DownloadState>(idle)
  const running = useRef<AbortController>(undefined)
  const update = (change: Partial<Extract<DownloadState, { kind: 'running' }>>) =>
    setState((old) => (old.kind === 'running' ? { ...old, ...change } : old))

  const run = async (saved: SavedFile, { signal }: AbortController) => {
    const cancelDelay = afterTimeout(PROGRESS_DELAY_MS, () => update({ slow: true }))
    try {
      await downloadDocument(file, saved, {
        signal,
        onReceived: (received, total) => update({ received, total }),
      })
    } catch (error) {
      if (isAbort(error)) notify({ type: 'info', message: CANCELLED })
      else notify({ type: 'error', message: documentFailureMessage(error, 'download') })
    }
    cancelDelay()
    running.current = undefined
    setState(idle)
  }

  return {
    state,
    start: (saved) => {
      if (running.current) return
      const abort = new AbortController()
      running.current = abort
      setState(started)
      void run(saved, abort)
    },
    cancel: () => running.current?.abort(),
  }
}
