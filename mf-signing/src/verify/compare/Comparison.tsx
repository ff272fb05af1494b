import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { SignatureReport, SignersByField } from 'pdf/verify'
import { type KeyboardEvent, useReducer, useRef } from 'react'
import { Dialog } from 'shared/controls'
import { Button, VisuallyHidden } from 'shared/ui'
import { PageControls } from '../../viewer/PageControls.tsx'
import { StepButton } from '../../viewer/StepButton.tsx'
import { nameOfSigner } from '../words.ts'
import { ChangeList } from './ChangeList.tsx'
import styles from './Comparison.module.css'
import { type FindingMark, findingsAfter, firstToShow, marksOf } from './findings.ts'
import { RevisionPane } from './RevisionPane.tsx'
import { compareTexts } from './texts.ts'
import { type OpenedRevision, useRevision } from './use-revision.ts'
import { useScrollTogether } from './use-scroll-together.ts'
import { type CompareSide, type CompareView, followView, markBeside, openCompareView } from './view.ts'

export interface ComparisonProps {
  readonly file: File
  readonly signature: SignatureReport
  readonly signers: SignersByField
  /** In front if there is room for one. */
  readonly side: CompareSide
  readonly onClose: () => void
}

const SIDES: readonly CompareSide[] = ['signed', 'today']

const pagesOf = (revision: OpenedRevision): number => (revision.kind === 'open' ? revision.document.pageCount : 1)

/** Not while an enlarged page scrolls sideways, and not with a modifier: browsers use those. */
const turnOfKey = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): number => {
  if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement) || target.matches('input')) return 0
  if (target.matches('section') && target.scrollWidth > target.clientWidth) return 0
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
}

export default function Comparison({ file, signature, signers, side, onClose }: ComparisonProps) {
  const findings = findingsAfter(signature, signers)
  const marks = marksOf(findings)
  const [view, dispatch] = useReducer(followView, openCompareView(firstToShow(findings), side))
  const [signed, reopenSigned] = useRevision(file, signature.covered)
  const [today, reopenToday] = useRevision(file, file.size)
  const { refs, onScroll } = useScrollTogether()
  const body = useRef<HTMLDivElement>(null)
  const pageCount = Math.max(pagesOf(signed), pagesOf(today), view.page)
  const goTo = (page: number) => page >= 1 && page <= pageCount && dispatch({ kind: 'turned', page })
  const choose = (mark: FindingMark) => {
    dispatch({ kind: 'chose', mark })
    body.current?.scrollIntoView({ block: 'nearest' })
  }
  const panes = [
    { side: 'signed', revision: signed, onReopen: reopenSigned },
    { side: 'today', revision: today, onReopen: reopenToday },
  ] as const
  return (
    <Dialog
      open
      onClose={onClose}
      className={styles.dialog}
      title={compareTexts.title}
      description={nameOfSigner(signature)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of everything inside. */}
      <div className={styles.comparison} onKeyDown={(event) => goTo(view.page + turnOfKey(event))}>
        <div className={styles.tools}>
          <SideSwitch side={view.side} onSwitch={(to) => dispatch({ kind: 'switched', side: to })} />
          <div className={styles.toolbar}>
            <PageControls
              page={view.page}
              pageCount={pageCount}
              zoom={view.zoom}
              goTo={goTo}
              onStep={(step) => dispatch({ kind: 'zoomed', step })}
            />
          </div>
          {marks.length > 0 && <ChangeSteps view={view} marks={marks} onChoose={choose} />}
        </div>
        <div ref={body} className={styles.panes}>
          {panes.map((pane, index) => (
            <RevisionPane
              key={pane.side}
              {...pane}
              view={view}
              marks={marks.filter(({ page }) => page === view.page)}
              stageRef={refs[index === 0 ? 0 : 1]}
              onScroll={() => onScroll(index)}
            />
          ))}
        </div>
        <ChangeList findings={findings} chosen={view.chosen} onChoose={choose} />
      </div>
    </Dialog>
  )
}

interface SideSwitchProps {
  readonly side: CompareSide
  readonly onSwitch: (side: CompareSide) => void
}

/** Hidden where both versions have room. */
function SideSwitch({ side, onSwitch }: SideSwitchProps) {
  return (
    <fieldset className={styles.switch}>
      <VisuallyHidden>
        <legend>{compareTexts.sides}</legend>
      </VisuallyHidden>
      {SIDES.map((each) => (
        <Button key={each} aria-pressed={each === side} onClick={() => onSwitch(each)}>
          {compareTexts[each]}
        </Button>
      ))}
    </fieldset>
  )
}

interface ChangeStepsProps {
  readonly view: CompareView
  readonly marks: readonly FindingMark[]
  readonly onChoose: (mark: FindingMark) => void
}

function ChangeSteps({ view, marks, onChoose }: ChangeStepsProps) {
  const previous = markBeside(view, marks, -1)
  const next = markBeside(view, marks, 1)
  return (
    <div className={styles.toolbar}>
      <StepButton
        label={compareTexts.previousChange}
        icon={<ArrowUp />}
        end={!previous}
        onClick={() => previous && onChoose(previous)}
      />
      <span className={styles.position} role="status">
        {view.chosen === undefined
          ? compareTexts.changes(marks.length)
          : compareTexts.change(view.chosen, marks.length)}
      </span>
      <StepButton
        label={compareTexts.nextChange}
        icon={<ArrowDown />}
        end={!next}
        onClick={() => next && onChoose(next)}
      />
    </div>
  )
}
