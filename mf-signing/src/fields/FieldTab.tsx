import Check from 'lucide-react/icons/check'
import Trash2 from 'lucide-react/icons/trash-2'
import type { KeyboardEvent } from 'react'
import { cx, IconButton } from 'shared/ui'
import { FIELD_KEY_STEP, FIELD_MIN_SIZE } from './constants.ts'
import styles from './FieldTab.module.css'
import type { Field } from './field-lifecycle.ts'
import type { FractionRect, Handle, PageFrame } from './geometry.ts'
import { handles, moveWithin, resizeWithin, toCanvas, toFractions } from './geometry.ts'
import { useFieldDrag } from './use-field-drag.ts'

export interface FieldTabProps {
  readonly field: Field
  readonly frame: PageFrame
  readonly selected?: boolean
  /** Draws the eye: a guest's own field. */
  readonly highlighted?: boolean
  /** What stands on the tab when it is waiting for this person's signature. */
  readonly callToAction?: string
  readonly onSelect?: () => void
  /** A temporary field was moved or resized. */
  readonly onPlaced?: (rect: FractionRect) => void
  readonly onRemove?: () => void
  /** Double click, or Enter: sign here. */
  readonly onOpen?: () => void
}

const percent = (fraction: number) => `${fraction * 100}%`

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-FIELD_KEY_STEP, 0],
  ArrowRight: [FIELD_KEY_STEP, 0],
  ArrowUp: [0, -FIELD_KEY_STEP],
  ArrowDown: [0, FIELD_KEY_STEP],
}

const stateWords: Readonly<Record<Field['status'], string>> = {
  temporary: 'sin guardar',
  saved: 'por firmar',
  signed: 'firmado',
}

/** What stands on the tab comes first, so that who speaks to the screen can say what they see (WCAG 2.5.3). */
const nameOf = (field: Field, callToAction: string | undefined): string => {
  const words = callToAction ? [callToAction, field.signerName] : [field.signerName]
  return [...words, field.label, stateWords[field.status]].join(', ')
}

/** A field as a paper tab on its page. Only a temporary one can be moved and resized. */
export function FieldTab(props: FieldTabProps) {
  const { field, frame, selected, highlighted, callToAction, onSelect, onPlaced, onRemove, onOpen } = props
  const movable = field.status === 'temporary' && onPlaced !== undefined
  const drag = useFieldDrag({ rect: field.rect, frame, enabled: movable, onPlaced })
  const { rect } = drag

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove) {
      event.preventDefault()
      return onRemove()
    }
    if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      return onOpen()
    }
    const arrow = arrows[event.key]
    if (!arrow || !movable) return
    event.preventDefault()
    const canvas = toCanvas(field.rect, frame.size)
    const next = event.shiftKey
      ? resizeWithin(canvas, 'se', ...arrow, frame.size, FIELD_MIN_SIZE)
      : moveWithin(canvas, ...arrow, frame.size)
    onPlaced(toFractions(next, frame.size))
  }

  return (
    <div
      data-field={field.status}
      className={cx(
        styles.tab,
        styles[field.status],
        field.type === 'primary' && styles.primary,
        selected && styles.selected,
        highlighted && styles.highlighted,
        drag.active && styles.dragged,
      )}
      style={{
        insetInlineStart: percent(rect.x),
        insetBlockStart: percent(rect.y),
        inlineSize: percent(rect.width),
        blockSize: percent(rect.height),
      }}
    >
      <button
        type="button"
        className={styles.body}
        aria-label={nameOf(field, callToAction)}
        aria-pressed={selected}
        aria-keyshortcuts={movable ? 'ArrowLeft ArrowRight ArrowUp ArrowDown Delete' : undefined}
        onClick={onSelect}
        onDoubleClick={onOpen}
        onKeyDown={onKeyDown}
        {...drag.move}
      >
        <FieldWords field={field} callToAction={callToAction} />
      </button>
      {field.status === 'signed' && (
        <span className={styles.stamp}>
          <Check /> Firmado
        </span>
      )}
      {movable && selected && <Handles grip={drag.resize} />}
      {selected && onRemove && (
        <IconButton
          className={styles.remove}
          label={`Eliminar campo de ${field.signerName}`}
          icon={<Trash2 />}
          variant="secondary"
          size="sm"
          onClick={onRemove}
        />
      )}
    </div>
  )
}

/** What stands on a tab; a signed one shows the ink below it instead. */
function FieldWords({ field, callToAction }: { field: Field; callToAction: string | undefined }) {
  if (field.status === 'signed') return null
  return (
    <span className={styles.words}>
      <span className={styles.name}>{callToAction ?? field.signerName}</span>{' '}
      {!callToAction && <span className={styles.label}>{field.label}</span>}
    </span>
  )
}

/** The eight handles, for the pointer; by keyboard a field is resized with Shift and the arrows. */
function Handles({ grip }: { grip: (handle: Handle) => object }) {
  return handles.map((handle) => (
    <span key={handle} className={cx(styles.handle, styles[handle])} data-handle={handle} {...grip(handle)} />
  ))
}
