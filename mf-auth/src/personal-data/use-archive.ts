import { useEffect, useRef, useState } from 'react'
import { isAbort, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import type { ArchiveOptions } from 'shared/state/account'
import { failureTexts } from '../forms/failure-texts.ts'
import { notifyFailure } from '../forms/notify-failure.ts'

/** Bytes; `total` is an estimate. */
interface Received {
  readonly bytes: number
  readonly total: number | undefined
}

export interface ArchiveModel {
  readonly received: Received | undefined
  readonly start: (fetch: (options: ArchiveOptions) => Promise<Blob>, filename: string) => Promise<void>
  readonly cancel: () => void
}

export const useArchive = (): ArchiveModel => {
  const [received, setReceived] = useState<Received>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    received,
    start: async (fetch, filename) => {
      if (running.current) return
      const abort = new AbortController()
      running.current = abort
      setReceived({ bytes: 0, total: undefined })
      try {
        const onReceived = (bytes: number, total: number | undefined) => setReceived({ bytes, total })
        saveBlob(await fetch({ signal: abort.signal, onReceived }), filename)
        notify({ type: 'success', message: 'Descargamos tus datos. Guarda el archivo en un lugar seguro.' })
      } catch (error) {
        if (isAbort(error)) notify({ type: 'info', message: 'Descarga cancelada' })
        else notifyFailure(error, failureTexts.archive)
      }
      running.current = undefined
      setReceived(undefined)
    },
    cancel: () => running.current?.abort(),
  }
}
