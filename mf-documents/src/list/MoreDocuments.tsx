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
  /** The focus is to go on at the first document that comes next: the button was pressed, or is leaving with it. */
  readonly onGoOn: () => void
}

/**
 * The end of a list that goes on. The next page comes by itself before the end is reached, and by the button for whoever
 * does not scroll.
 */
export function MoreDocuments({ busy, failed, onMore, onGoOn }: MoreDocumentsProps) {
  const place = useRef<HTMLDivElement>(null)
  const goOn = useLatest(onGoOn)
  useInView(place, !busy && !failed, onMore)
  // The cleanup still finds the focus where it was.
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
        // Pressed while the page is coming by itself, it still says where the person wants to go on.
        <Button busy={busy} busyLabel="Cargando más documentos…" onClickCapture={press}>
          Mostrar más documentos
        </Button>
      )}
    </div>
  )
}
