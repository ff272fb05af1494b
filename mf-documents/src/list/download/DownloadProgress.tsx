import X from 'lucide-react/icons/x'
import { useLayoutEffect, useRef } from 'react'
import { IconButton, Progress } from 'shared/ui'
import styles from './DownloadProgress.module.css'
import type { DownloadModel, DownloadState } from './use-download.ts'

export interface DownloadProgressProps {
  readonly name: string
  readonly download: DownloadModel
  /** The download ended while its cancel button had focus. */
  readonly onFocusLost: () => void
}

export function DownloadProgress({ download, ...rest }: DownloadProgressProps) {
  const { state, cancel } = download
  return state.kind === 'running' && state.slow ? <Running {...rest} state={state} onCancel={cancel} /> : null
}

interface RunningProps extends Omit<DownloadProgressProps, 'download'> {
  readonly state: Extract<DownloadState, { kind: 'running' }>
  readonly onCancel: () => void
}

function Running({ name, state, onCancel, onFocusLost }: RunningProps) {
  const strip = useRef<HTMLDivElement>(null)
  const { received, total } = state
  // In a layout effect's cleanup the element still has focus.
  useLayoutEffect(() => {
    const element = strip.current
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost()
    }
  }, [onFocusLost])
  return (
    <div ref={strip} className={styles.download}>
      <Progress
        className={styles.progress}
        label="Descargando…"
        value={total === undefined ? undefined : received}
        max={total ?? 1}
      />
      <IconButton
        label={`Cancelar la descarga de ${name}`}
        title="Cancelar la descarga"
        icon={<X />}
        size="sm"
        onClick={onCancel}
      />
    </div>
  )
}
