import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { FractionRect, PageFrame, Size } from '../geometry/geometry.ts'
import { toCanvas, toFractions } from '../geometry/geometry.ts'
import { moveWithin, resizeWithin } from '../geometry/placing.ts'
import { FIELD_FINE_STEP, FIELD_KEY_STEP } from './constants.ts'
import type { PlacedField } from './field-lifecycle.ts'
import { guidesInWords, placeInWords, sizeInWords } from './field-words.ts'
import type { AlignedRect, SnapGuide } from './snapping.ts'
import { stepMoved, stepResized } from './snapping.ts'

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface StepOptions {
  readonly field: Pick<PlacedField, 'rect' | 'signerName'>
  readonly minSize: Size
  readonly frame: PageFrame
  readonly others: readonly FractionRect[]
}

type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>

const stepped = (
  { key, shiftKey, altKey }: Keys,
  { field, frame, others, minSize }: StepOptions,
): AlignedRect | undefined => {
  const direction = arrows[key]
  if (!direction) return undefined
  const step = altKey ? FIELD_FINE_STEP : FIELD_KEY_STEP
  const [dx, dy] = [direction[0] * step, direction[1] * step]
  const rect = toCanvas(field.rect, frame.size)
  const pull = { handle: 'se', min: minSize } as const
  if (altKey) {
    const moved = shiftKey
      ? resizeWithin(rect, pull.handle, dx, dy, frame.size, pull.min)
      : moveWithin(rect, dx, dy, frame.size)
    return { rect: moved, guides: [] }
  }
  const scene = { page: frame.size, others: others.map((other) => toCanvas(other, frame.size)) }
  return shiftKey ? stepResized(rect, pull, { dx, dy }, scene) : stepMoved(rect, { dx, dy }, scene)
}

export interface FieldKeysOptions extends StepOptions {
  readonly movable: boolean
  readonly onPlaced: (rect: FractionRect, kind: 'moved' | 'resized') => void
  readonly onAnnounce: ((words: string) => void) | undefined
  readonly onRemove: (() => void) | undefined
  readonly onOpen: (() => void) | undefined
  readonly onDeselect: (() => void) | undefined
}

export const useFieldKeys = (options: FieldKeysOptions) => {
  const { field, frame, movable, onPlaced, onAnnounce, onRemove, onOpen, onDeselect } = options
  const [guides, setGuides] = useState<readonly SnapGuide[]>([])

  const step = (event: KeyboardEvent): boolean => {
    const next = movable ? stepped(event, options) : undefined
    if (!next) return false
    const rect = toFractions(next.rect, frame.size)
    onPlaced(rect, event.shiftKey ? 'resized' : 'moved')
    onAnnounce?.((event.shiftKey ? sizeInWords : placeInWords)(field, rect) + guidesInWords(next.guides, frame.size))
    setGuides(next.guides)
    return true
  }
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
    Delete: onRemove,
    Backspace: onRemove,
    Enter: onOpen,
    Escape: onDeselect,
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    const act = actions[event.key]
    if (!act && !step(event)) return
    event.preventDefault()
    if (act) {
      event.stopPropagation()
      act()
    }
  }
  const hideGuides = () => setGuides((old) => (old.length === 0 ? old : []))
  return { guides, onKeyDown, onBlur: hideGuides, hideGuides }
}
