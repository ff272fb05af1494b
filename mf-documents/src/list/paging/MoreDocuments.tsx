import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { RetryAlert } from 'shared/controls'
import { useLatest } from 'shared/state'
import { Button } from 'shared/ui'
import styles from './MoreDocuments.module.css'

const AHEAD = '600px'

/** Never calls `onView` without IntersectionObserver. */
const useInView = (element: RefObject<Element | null>, enabled: boolean, onView: () => void): void => {
  const latest = useLatest(onView)
  useEffect(() => {
    if (!enabled || !element.current || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) latest.current()
      },
      { rootMargin: `0px 0px ${AHEAD}` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, enabled, latest])
}

export interface MoreDocumentsProps {
  readonly busy: boolean
  readonly failed: boolean
  readonly onMore: () => void
  readonly onFocusNext: () => void
}

export function MoreDocuments({ busy, failed, onMore, onFocusNext }: MoreDocumentsProps) {
  const place = useRef<HTMLDivElement>(null)
  const focusNext = useLatest(onFocusNext)
  useInView(place, !busy && !failed, onMore)
  // In a layout effect's cleanup the element still has focus.
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (element?.contains(document.activeElement)) focusNext.current()
    }
  }, [focusNext])

  const press = () => {
    onFocusNext()
    onMore()
  }
  return (
    <div ref={place} className={styles.more}>
      {failed ? (
        <RetryAlert live="assertive" title="No se pudieron cargar más documentos" onRetry={press}>
          Revisa tu conexión e inténtalo de nuevo.
        </RetryAlert>
      ) : (
        // A press during loading requests the focus move.
        <Button busy={busy} busyLabel="Cargando más documentos…" onClickCapture={press}>
          Mostrar más documentos
        </Button>
      )}
    </div>
  )
}
