import { useState } from 'react'
import { TextField } from 'shared/controls'
import { DEFAULT_PAGE_SIZE, FIELD_MIN_SIZE } from '../../fields/constants.ts'
import type { TemporaryField } from '../../fields/field-lifecycle.ts'
import type { FractionRect, Size } from '../../geometry/geometry.ts'
import { clampInto, resizeWithin, toCanvas, toFractions } from '../../geometry/geometry.ts'
import type { Editor } from '../use-editor.ts'
import styles from './FieldPlace.module.css'

const sides = [
  { side: 'x', label: 'Izquierda (%)' },
  { side: 'y', label: 'Arriba (%)' },
  { side: 'width', label: 'Ancho (%)' },
  { side: 'height', label: 'Alto (%)' },
] as const
type Side = (typeof sides)[number]['side']

const shown = (fraction: number): string => String(Math.round(fraction * 1000) / 10)

const withSide = (rect: FractionRect, side: Side, fraction: number, page: Size): FractionRect => {
  const canvas = toCanvas(rect, page)
  if (side === 'x' || side === 'y') {
    const length = side === 'x' ? page.width : page.height
    return toFractions(clampInto({ ...canvas, [side]: fraction * length }, page), page)
  }
  const [dx, dy] =
    side === 'width' ? [fraction * page.width - canvas.width, 0] : [0, fraction * page.height - canvas.height]
  return toFractions(resizeWithin(canvas, 'se', dx, dy, page, FIELD_MIN_SIZE), page)
}

export interface FieldPlaceProps extends Pick<Editor, 'fields' | 'viewer'> {
  readonly field: TemporaryField
}

/** Alternative to dragging (WCAG 2.5.7). */
export function FieldPlace({ fields, viewer, field }: FieldPlaceProps) {
  const { page } = viewer
  const size = page.kind === 'ready' && page.page.number === field.page ? page.page.size : DEFAULT_PAGE_SIZE
  const change = (side: Side, fraction: number) =>
    fields.place(
      field.id,
      withSide(field.rect, side, fraction, size),
      side === 'x' || side === 'y' ? 'moved' : 'resized',
      'keyboard',
    )
  return (
    <fieldset className={styles.place}>
      <legend>Posición y tamaño en la página</legend>
      {sides.map(({ side, label }) => (
        <Percent key={side} label={label} fraction={field.rect[side]} onChange={(fraction) => change(side, fraction)} />
      ))}
    </fieldset>
  )
}

interface PercentProps {
  readonly label: string
  readonly fraction: number
  readonly onChange: (fraction: number) => void
}

/** Shows the typed text during input, then the result. */
function Percent({ label, fraction, onChange }: PercentProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      min={0}
      max={100}
      step={0.5}
      value={typed ?? shown(fraction)}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value.trim() !== '' && Number.isFinite(target.valueAsNumber)) onChange(target.valueAsNumber / 100)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
