import { useEffect, useRef, useState } from 'react'
import { isAbort, messageOf, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import type { ArchiveOptions } from 'shared/state/account'

/** Bytes so far, and about how many there will be. */
export interface Received {
  readonly bytes: number
  readonly total: number | undefined
}

export interface Archive {
  /** undefined: nothing is on its way. */
  readonly received: Received | undefined
  readonly start: (fetch: (options: ArchiveOptions) => Promise<Blob>, filename: string) => Promise<void>
  readonly cancel: () => void
}

const FAILED = 'No se pudieron descargar tus datos. Intenta de nuevo.'

/** Downloads a zip file, one at a time; leaving the page cancels it. */
export const useArchive = (): Archive => {
  const [received, setReceived] = useState<Received>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    received,
    start: async (fetch, filename) => {
      if (running.current) return
      const stop = new AbortController()
      running.current = stop
      setReceived({ bytes: 0, total: undefined })
      try {
        const onReceived = (bytes: number, total: number | undefined) => setReceived({ bytes, total })
        saveBlob(await fetch({ signal: stop.signal, onReceived }), filename)
        notify({ type: 'success', message: 'Descargamos tus datos. Guarda el archivo en un lugar seguro.' })
      } catch (error) {
        if (isAbort(error)) notify({ type: 'info', message: 'Descarga cancelada' })
        else notify({ type: 'error', message: messageOf(error, FAILED) })
      }
      running.current = undefined
      setReceived(undefined)
    },
    cancel: () => running.current?.abort(),
  }
}
