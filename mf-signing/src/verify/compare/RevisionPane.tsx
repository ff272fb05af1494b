import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Alert, Button, cx, EmptyState, StrokeLoader } from 'shared/ui'
import type { Size } from '../../geometry/geometry.ts'
import type { ViewedDocument, ViewedPage } from '../../viewer/engine/pdf-engine.ts'
import { PageCanvas } from '../../viewer/PageCanvas.tsx'
import { PaintAhead } from '../../viewer/painting/paint-ahead.ts'
import { usePage } from '../../viewer/use-page.ts'
import styles from './Comparison.module.css'
import type { FindingMark } from './findings.ts'
import { fittedZoom, PANE_MAX_PIXELS } from './fitting.ts'
import { compareTexts } from './texts.ts'
import type { OpenedRevision } from './use-revision.ts'
import type { CompareSide, CompareView } from './view.ts'

export interface RevisionPaneProps {
  readonly side: CompareSide
  readonly revision: OpenedRevision
  readonly view: CompareView
  readonly marks: readonly FindingMark[]
  /** Scrolls; the page lies in it. */
  readonly stageRef: RefObject<HTMLElement | null>
  readonly onScroll: () => void
  readonly onReopen: () => void
}

/** Undefined until the element is laid out. */
const useRoom = (ref: RefObject<HTMLElement | null>): Size | undefined => {
  const [room, setRoom] = useState<Size>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return room
}

export function RevisionPane(props: RevisionPaneProps) {
  const { side, revision, view, stageRef, onScroll, onReopen } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const room = useRoom(frame)
  return (
    <div ref={frame} className={styles.pane} data-shown={view.side === side}>
      <h3 id={id} className={styles.side}>
        {compareTexts[side]}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must scroll an enlarged page. */}
      <section ref={stageRef} className={styles.stage} onScroll={onScroll} tabIndex={0} aria-labelledby={id}>
        {revision.kind === 'opening' && <Waiting text={compareTexts.opening} />}
        {revision.kind === 'failed' && (
          <Failure title={compareTexts.notOpened} help={compareTexts.notOpenedHelp} onAgain={onReopen} />
        )}
        {revision.kind === 'open' && view.page > revision.document.pageCount && (
          <EmptyState level={3} title={compareTexts.noPage(view.page)} text={compareTexts.noPageHelp} />
        )}
        {revision.kind === 'open' && view.page <= revision.document.pageCount && room && (
          <Page {...props} document={revision.document} room={room} />
        )}
      </section>
    </div>
  )
}

interface PageProps extends RevisionPaneProps {
  readonly document: ViewedDocument
  readonly room: Size
}

const nothing = () => undefined

function Page({ document, room, view, side, marks, stageRef }: PageProps) {
  const state = usePage(document, view.page, nothing)
  if (state.kind === 'loading') return <Waiting text={compareTexts.drawing} />
  if (state.kind === 'failed') return <Failure title={compareTexts.notDrawn} help={compareTexts.notDrawnHelp} />
  return (
    <Sheet key={view.page} page={state.page} room={room} view={view} side={side} marks={marks} stageRef={stageRef} />
  )
}

type SheetProps = Omit<PageProps, 'document' | 'revision' | 'onScroll' | 'onReopen'> & { readonly page: ViewedPage }

function Sheet({ page, room, view, side, marks, stageRef }: SheetProps) {
  const [ahead] = useState(() => new PaintAhead())
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'painting' | 'painted' | 'failed'>('painting')
  const zoom = fittedZoom(page.size, room) * view.zoom
  const chosen = marks.find(({ number }) => number === view.chosen)
  useLayoutEffect(() => {
    if (chosen) centre(stageRef.current, chosen)
  }, [chosen, zoom, stageRef])
  const again = () => {
    setState('painting')
    setAttempt(attempt + 1)
  }
  return (
    <>
      {state === 'failed' && <Failure title={compareTexts.notDrawn} help={compareTexts.notDrawnHelp} onAgain={again} />}
      <div className={styles.sheet} style={{ inlineSize: page.size.width * zoom, blockSize: page.size.height * zoom }}>
        <PageCanvas
          key={attempt}
          page={page}
          zoom={zoom}
          mostPixels={PANE_MAX_PIXELS}
          label={compareTexts.page(page.number, compareTexts[side])}
          ahead={ahead}
          onFailed={() => setState('failed')}
          onPainted={() => setState('painted')}
        />
        {state === 'painting' && <Waiting text={compareTexts.drawing} />}
        <Marks marks={marks} chosen={view.chosen} />
      </div>
    </>
  )
}

/** The list says the same in words. */
function Marks({ marks, chosen }: { readonly marks: readonly FindingMark[]; readonly chosen: number | undefined }) {
  return (
    <div className={styles.marks} aria-hidden="true">
      {marks.map(({ number, rect }) => (
        <span
          key={number}
          className={cx(styles.mark, number === chosen && styles.chosen)}
          style={{
            insetInlineStart: `${rect.x * 100}%`,
            insetBlockStart: `${rect.y * 100}%`,
            inlineSize: `${rect.width * 100}%`,
            blockSize: `${rect.height * 100}%`,
          }}
        >
          <span className={styles.number}>{number}</span>
        </span>
      ))}
    </div>
  )
}

/** Only the page itself: `scrollIntoView` would also move the dialog. */
const centre = (stage: HTMLElement | null, { rect }: FindingMark): void => {
  if (!stage) return
  stage.scrollTop = (rect.y + rect.height / 2) * stage.scrollHeight - stage.clientHeight / 2
  stage.scrollLeft = (rect.x + rect.width / 2) * stage.scrollWidth - stage.clientWidth / 2
}

function Waiting({ text }: { readonly text: string }) {
  return (
    <div className={styles.waiting}>
      <StrokeLoader text={text} />
    </div>
  )
}

interface FailureProps {
  readonly title: string
  readonly help: string
  readonly onAgain?: () => void
}

function Failure({ title, help, onAgain }: FailureProps) {
  return (
    <Alert
      tone="error"
      live="polite"
      title={title}
      actions={onAgain && <Button onClick={onAgain}>{compareTexts.again}</Button>}
    >
      {help}
    </Alert>
  )
}
