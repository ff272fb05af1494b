import { useLayoutEffect, useRef } from 'react'
import { Alert, Button } from 'shared/ui'
import { useLatest } from '../use-latest.ts'
import { MORE_FAILURE } from './constants.ts'
import styles from './MoreDocuments.module.css'
import { useInView } from './use-in-view.ts'

export interface MoreDocumentsProps {
  readonly busy: boolean
  readonly failed: boolean
  readonly onMore: () => void
  readonly onGoOn: () => void
}

/** Loads on scroll or on the button. */
export function MoreDocuments({ busy, failed, onMore, onGoOn }: MoreDocumentsProps) {
  const place = useRef<HTMLDivElement>(null)
  const goOn = useLatest(onGoOn)
  useInView(place, !busy && !failed, onMore)
  // In a layout effect's cleanup the element still has focus.
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (element?.contains(document.activeElement)) goOn.current()
    }
  }, [goOn])

  const press = () => {
    onGoOn()
    onMore()
  }
  return (
    <div ref={place} className={styles.more}>
      {failed ? (
        <Alert tone="error" live="assertive" title={MORE_FAILURE} actions={<Button onClick={press}>Reintentar</Button>}>
          Revisa tu conexión e inténtalo de nuevo.
        </Alert>
      ) : (
        // A press during loading requests the focus move.
        <Button busy={busy} busyLabel="Cargando más documentos…" onClickCapture={press}>
          Mostrar más documentos
        </Button>
      )}
    </div>
  )
}
