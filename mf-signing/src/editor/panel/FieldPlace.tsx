import { useState } from 'react'
import { TextField } from 'shared/controls'
import { DEFAULT_PAGE_SIZE } from '../../fields/constants.ts'
import type { FractionRect, Size } from '../../geometry/geometry.ts'
import { clampInto, toCanvas, toFractions } from '../../geometry/geometry.ts'
import { resizeWithin } from '../../geometry/placing.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './FieldPlace.module.css'

const sides = [
  { side: 'x', label: 'Izquierda (%)' },
  { side: 'y', label: 'Arriba (%)' },
  { side: 'width', label: 'Ancho (%)' },
  { side: 'height', label: 'Alto (%)' },
] as const
type Side = (typeof sides)[number]['side']

const shown = (fraction: number): string => String(Math.round(fraction * 1000) / 10)

interface Sizes {
  readonly page: Size
  readonly min: Size
}

const withSide = (rect: FractionRect, side: Side, fraction: number, { page, min }: Sizes): FractionRect => {
  const canvas = toCanvas(rect, page)
  if (side === 'x' || side === 'y') {
    const length = side === 'x' ? page.width : page.height
    return toFractions(clampInto({ ...canvas, [side]: fraction * length }, page), page)
  }
  const [dx, dy] =
    side === 'width' ? [fraction * page.width - canvas.width, 0] : [0, fraction * page.height - canvas.height]
  return toFractions(resizeWithin(canvas, 'se', dx, dy, page, min), page)
}

export interface FieldPlaceProps extends Pick<EditorModel, 'viewer'> {
  readonly field: { readonly page: number; readonly rect: FractionRect }
  readonly minSize: Size
  readonly onPlaced: (rect: FractionRect, kind: 'moved' | 'resized') => void
}

/** Alternative to dragging (WCAG 2.5.7). */
export function FieldPlace({ viewer, field, minSize, onPlaced }: FieldPlaceProps) {
  const { page } = viewer
  const size = page.kind === 'ready' && page.page.number === field.page ? page.page.size : DEFAULT_PAGE_SIZE
  const change = (side: Side, fraction: number) =>
    onPlaced(
      withSide(field.rect, side, fraction, { page: size, min: minSize }),
      side === 'x' || side === 'y' ? 'moved' : 'resized',
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
