import Check from 'lucide-react/icons/check'
import type { CSSProperties, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { cx } from 'shared/ui'
import type { FractionRect, PageFrame, Size } from '../geometry/geometry.ts'
import type { ResizeHandle } from '../geometry/placing.ts'
import { resizeHandles } from '../geometry/placing.ts'
import { FIELD_MIN_SIZE } from './constants.ts'
import calls from './FieldCall.module.css'
import styles from './FieldTab.module.css'
import type { PlacedField } from './field-lifecycle.ts'
import { placeOf } from './field-place.ts'
import { SnapGuides } from './SnapGuides.tsx'
import { useFieldDrag } from './use-field-drag.ts'
import { useFieldKeys } from './use-field-keys.ts'

export interface TabField extends Pick<PlacedField, 'type' | 'label' | 'signerName' | 'rect'> {
  readonly status: PlacedField['status'] | 'form'
}

export interface FieldTabProps {
  readonly field: TabField
  readonly minSize?: Size
  readonly frame: PageFrame
  readonly others?: readonly FractionRect[]
  readonly selected?: boolean
  readonly highlighted?: boolean
  readonly focused?: boolean
  readonly onFocusTaken?: () => void
  /** Replaces the field's own, 'sin guardar'. */
  readonly stateWord?: string | undefined
  readonly callToAction?: string
  readonly onSelect?: () => void
  readonly onDeselect?: () => void
  readonly onPlaced?: (rect: FractionRect, kind: 'moved' | 'resized', by: 'pointer' | 'keyboard') => void
  readonly onAnnounce?: (words: string) => void
  readonly onRemove?: () => void
  readonly onOpen?: () => void
  readonly carried?: boolean
  readonly tools?: ReactNode
  /** Colours; default: of the field's type. */
  readonly look?: CSSProperties | undefined
  /** Before the name. */
  readonly badge?: ReactNode
}

const none: readonly FractionRect[] = []
const nothing = () => undefined

const stateWords: Readonly<Record<TabField['status'], string>> = {
  form: 'por llenar',
  temporary: 'sin guardar',
  saved: 'por firmar',
  signed: 'firmado',
}

/** Starts with the visible label (WCAG 2.5.3). */
const accessibleFieldName = ({ field, callToAction, stateWord }: FieldTabProps): string => {
  const words = callToAction ? [callToAction, field.signerName] : [field.signerName]
  // The signer has nothing to save.
  const state = callToAction && field.status === 'temporary' ? stateWords.saved : stateWords[field.status]
  return [...words, field.label, stateWord ?? state].join(', ')
}

const TOOLS_PX = 56
const isNearTop = ({ y }: FractionRect, { size, zoom }: PageFrame): boolean => y * size.height * zoom < TOOLS_PX

const useFieldTab = (props: FieldTabProps, movable: boolean) => {
  const { field, frame, others = none, minSize = FIELD_MIN_SIZE, selected, onPlaced: place = nothing } = props
  const drag = useFieldDrag({
    rect: field.rect,
    frame,
    others,
    minSize,
    enabled: movable,
    onPlaced: (rect, kind) => place(rect, kind, 'pointer'),
  })
  const keys = useFieldKeys({
    field,
    frame,
    others,
    minSize,
    movable,
    onPlaced: (rect, kind) => place(rect, kind, 'keyboard'),
    onAnnounce: props.onAnnounce,
    onRemove: props.onRemove,
    onOpen: props.onOpen,
    onDeselect: selected ? props.onDeselect : undefined,
  })
  return { drag, keys }
}

export function FieldTab(props: FieldTabProps) {
  const { field, frame, selected, highlighted } = props
  const movable = field.status !== 'signed' && props.onPlaced !== undefined
  const { drag, keys } = useFieldTab(props, movable)
  return (
    <>
      <div
        data-field={field.status}
        className={cx(
          styles.tab,
          styles[field.status],
          field.type === 'primary' && styles.primary,
          selected && styles.selected,
          highlighted && styles.highlighted,
          (drag.active || props.carried) && styles.dragged,
        )}
        style={{ ...props.look, ...placeOf(drag.rect) }}
      >
        <FieldButton {...props} {...{ movable, drag, keys }} />
        {field.status === 'signed' && (
          <span className={styles.stamp}>
            <Check /> Firmado
          </span>
        )}
        {movable && selected && <Handles grip={drag.resize} />}
        {props.tools && selected && !drag.active && (
          <div className={cx(styles.tools, isNearTop(drag.rect, frame) && styles.below)}>{props.tools}</div>
        )}
      </div>
      <SnapGuides guides={drag.active ? drag.guides : keys.guides} page={frame.size} />
    </>
  )
}

interface FieldButtonProps extends FieldTabProps, ReturnType<typeof useFieldTab> {
  readonly movable: boolean
}

function FieldButton({ selected, focused, onFocusTaken, movable, drag, keys, ...props }: FieldButtonProps) {
  const body = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!focused) return
    body.current?.focus()
    onFocusTaken?.()
  }, [focused])
  return (
    <button
      ref={body}
      type="button"
      className={cx(styles.body, movable && styles.movable, props.callToAction && calls.calling)}
      data-side={props.field.rect.x > 0.5 ? 'end' : 'start'}
      aria-label={accessibleFieldName(props)}
      aria-pressed={selected}
      aria-keyshortcuts={movable ? 'ArrowLeft ArrowRight ArrowUp ArrowDown Delete' : undefined}
      onClick={props.onSelect}
      onDoubleClick={props.onOpen}
      onKeyDown={keys.onKeyDown}
      onBlur={keys.onBlur}
      {...drag.move}
    >
      <FieldWords {...props} />
    </button>
  )
}

function FieldWords({ field, callToAction, badge }: Pick<FieldTabProps, 'field' | 'callToAction' | 'badge'>) {
  if (field.status === 'signed') return null
  return (
    <span className={cx(styles.words, callToAction && calls.call)}>
      <span className={styles.name}>
        {badge}
        {callToAction ?? field.signerName}
      </span>{' '}
      {!callToAction && <span className={styles.label}>{field.label}</span>}
    </span>
  )
}

/** Pointer only; the keyboard resizes with Shift and arrows. */
function Handles({ grip }: { grip: (handle: ResizeHandle) => object }) {
  return resizeHandles.map((handle) => (
    <span key={handle} className={cx(styles.handle, styles[handle])} data-handle={handle} {...grip(handle)} />
  ))
}
