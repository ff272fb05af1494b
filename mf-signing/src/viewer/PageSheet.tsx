import { useEffect, useState } from 'react'
import { Alert, Button, StrokeLoader } from 'shared/ui'
import type { CanvasRect } from '../geometry/geometry.ts'
import { helpTexts, SLOW_PAGE_MS, viewerTexts } from './constants.ts'
import { deferComponent } from './deferred.ts'
import type { ViewedPage } from './engine/pdf-engine.ts'
import type { FoundText } from './find/found.ts'
import { PageCanvas } from './PageCanvas.tsx'
import type { PaintAhead } from './painting/paint-ahead.ts'
import styles from './Viewer.module.css'
import { whenRested } from './when-idle.ts'

const pageText = deferComponent(() => import('./text/PageText.tsx'))

export interface PageSheetProps {
  readonly page: ViewedPage
  readonly zoom: number
  readonly mostPixels: number
  readonly label: string
  readonly ahead: PaintAhead
  /** The mouse selects text instead of panning. */
  readonly selectable: boolean
  readonly found: FoundText | undefined
  readonly onCurrent: (rect: CanvasRect) => void
  readonly onSettled: (end: 'painted' | 'failed') => void
  readonly onRetry: () => void
  readonly explain: () => Promise<string | undefined>
}

const useRested = (painted: boolean): boolean => {
  const [rested, setRested] = useState(false)
  useEffect(() => (painted && !rested ? whenRested(() => setRested(true)) : undefined), [painted, rested])
  return rested
}

const useSlow = (painting: boolean): boolean => {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!painting) return
    const timer = setTimeout(() => setSlow(true), SLOW_PAGE_MS)
    return () => clearTimeout(timer)
  }, [painting])
  return painting && slow
}

export function PageSheet(props: PageSheetProps) {
  const { page, zoom, mostPixels, label, ahead, onSettled, onRetry, explain, ...textProps } = props
  const [state, setState] = useState<'painting' | 'painted' | 'failed'>('painting')
  const PageText = pageText.use(useRested(state === 'painted'))
  const slow = useSlow(state === 'painting')
  const settle = (end: 'painted' | 'failed') => () => {
    setState(end)
    onSettled(end)
  }
  return (
    <>
      <PageCanvas
        page={page}
        zoom={zoom}
        mostPixels={mostPixels}
        label={label}
        ahead={ahead}
        onFailed={settle('failed')}
        onPainted={settle('painted')}
      />
      {slow && (
        <div className={styles.waiting} aria-hidden="true">
          <StrokeLoader role="none" text={helpTexts.pageLoading} />
        </div>
      )}
      {PageText && <PageText page={page} {...textProps} />}
      {state === 'failed' && <RenderFailure onRetry={onRetry} explain={explain} />}
    </>
  )
}

export function RenderFailure({ onRetry, explain }: Pick<PageSheetProps, 'onRetry' | 'explain'>) {
  const [reason, setReason] = useState<string>()
  useEffect(() => void explain().then(setReason), [explain])
  return (
    <Alert
      className={styles.failure}
      tone="error"
      live="assertive"
      title={viewerTexts.renderFailed}
      actions={<Button onClick={onRetry}>Reintentar</Button>}
    >
      {reason}
    </Alert>
  )
}
