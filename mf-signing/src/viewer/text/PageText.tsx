import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLatest } from 'shared/state'
import { cx, VisuallyHidden } from 'shared/ui'
import type { CanvasRect, Rect } from '../../geometry/geometry.ts'
import { toCanvas } from '../../geometry/geometry.ts'
import { helpTexts } from '../constants.ts'
import type { LaidText, ViewedPage } from '../engine/pdf-engine.ts'
import { placesOf } from '../find/fold-text.ts'
import type { FoundText } from '../find/found.ts'
import { boundsOf, fractionsOf, rectsOf } from '../find/highlights.ts'
import styles from './PageText.module.css'
import { useSelecting } from './use-selecting.ts'

type TextState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly runs: readonly LaidText[] }
  | { readonly kind: 'failed' }

const noRuns: readonly LaidText[] = []

export interface PageTextProps {
  readonly page: ViewedPage
  readonly selectable: boolean
  readonly found: FoundText | undefined
  readonly onCurrent: (rect: CanvasRect) => void
}

/** Transparent and in document order: for selection, search and screen readers. */
export default function PageText({ page, selectable, found, onCurrent }: PageTextProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const state = useTextLayer(page, holder)
  const runs = state.kind === 'ready' ? state.runs : noRuns
  useSelecting(holder, runs)
  const hasText = runs.some(({ text }) => text.trim() !== '')
  return (
    <div ref={sheet} className={styles.sheet}>
      {state.kind === 'ready' && found && <Highlights {...{ page, found, sheet, onCurrent }} runs={runs} />}
      <div ref={holder} className={cx(styles.text, selectable && styles.selectable)} data-text={state.kind} />
      {state.kind === 'ready' && !hasText && <VisuallyHidden>{helpTexts.noText}</VisuallyHidden>}
      {state.kind === 'failed' && <VisuallyHidden>{helpTexts.textFailed}</VisuallyHidden>}
    </div>
  )
}

/** The engine owns the element's children. */
const useTextLayer = (page: ViewedPage, holder: { readonly current: HTMLElement | null }): TextState => {
  const [state, setState] = useState<TextState>({ kind: 'loading' })
  useEffect(() => {
    const place = holder.current
    if (!place) return
    setState({ kind: 'loading' })
    const task = page.layText(place)
    let gone = false
    // biome-ignore lint/plugin: pdf.js rejects for damaged files.
    task.finished.then(
      (runs) => gone || (runs && setState({ kind: 'ready', runs })),
      () => gone || setState({ kind: 'failed' }),
    )
    return () => {
      gone = true
      task.cancel()
      place.replaceChildren()
    }
  }, [page, holder])
  return state
}

interface HighlightsProps {
  readonly page: ViewedPage
  readonly found: FoundText
  readonly sheet: { readonly current: HTMLElement | null }
  readonly runs: readonly LaidText[]
  readonly onCurrent: (rect: CanvasRect) => void
}

function Highlights({ page, found, sheet, runs, onCurrent }: HighlightsProps) {
  const { query, current } = found
  const [places, setPlaces] = useState<readonly (readonly Rect[])[]>([])
  useLayoutEffect(() => {
    const bounds = sheet.current?.getBoundingClientRect()
    if (!bounds) return
    setPlaces(placesOf(runs, query).map((place) => fractionsOf(rectsOf(place, runs), bounds)))
  }, [query, runs, sheet])

  const here = current?.page === page.number ? current : undefined
  const bring = useLatest(onCurrent)
  useEffect(() => {
    const rect = here && boundsOf(places[here.index] ?? [])
    if (rect) bring.current(toCanvas(rect, page.size))
  }, [here, places, page])

  return places.map((rects, index) =>
    rects.map(({ x, y, width, height }) => (
      <span
        key={`${index} ${x} ${y}`}
        className={cx(styles.match, index === here?.index && styles.current)}
        data-match={index === here?.index ? 'current' : 'other'}
        style={{
          insetInlineStart: `${x * 100}%`,
          insetBlockStart: `${y * 100}%`,
          inlineSize: `${width * 100}%`,
          blockSize: `${height * 100}%`,
        }}
      />
    )),
  )
}
