import type { BlankLine } from '../blank.ts'
import type { SeenBox } from '../page-marks.ts'
import { linesBetween, type TextLine, type TextSegment } from '../text-lines.ts'
import { afterLastLine } from './character-lines.ts'
import { BASELINE_REACH, LABEL_REACH } from './label-reach.ts'

/** A line to write on, in points; longer ones divide the page. */
const WIDTH_MIN = 60
const WIDTH_MAX = 300
/** In points: thicker ones are bars. */
const THICKNESS_MAX = 3
/** In points: dashes and the borders of neighbouring cells are one line. */
const JOIN_GAP = 4
const SAME_HEIGHT = 1
/** In points: a border touches the corner, more or less. */
const TOUCH = 3
const VERTICAL_MIN = 6
/** Of the writing above a stroke, in points: a word there is underlined, or the stroke is the border of a row. */
const OCCUPIED_ABOVE = 11
const OCCUPIED_BELOW = 2

/** A dot of a dotted line is about square. */
const SQUARE = 0.6

const isHorizontal = ({ width, height }: SeenBox): boolean => height <= THICKNESS_MAX && width >= height * SQUARE
const isVertical = ({ width, height }: SeenBox): boolean => width <= THICKNESS_MAX && height >= VERTICAL_MIN

const byRow = (a: SeenBox, b: SeenBox): number => a.y - b.y || a.x - b.x || a.width - b.width || a.height - b.height

/** Dashes and borders of cells that touch become one stroke. */
export const joinStrokes = (strokes: readonly SeenBox[]): readonly SeenBox[] => {
  const rows: SeenBox[][] = []
  for (const stroke of strokes.filter(isHorizontal).toSorted(byRow)) {
    const row = rows.at(-1)
    if (row?.[0] && stroke.y - row[0].y <= SAME_HEIGHT) row.push(stroke)
    else rows.push([stroke])
  }
  return rows.flatMap((row) => {
    const joined: SeenBox[] = []
    for (const stroke of row.toSorted((a, b) => a.x - b.x || a.width - b.width || byRow(a, b))) {
      const last = joined.at(-1)
      const gap = last ? stroke.x - (last.x + last.width) : Number.POSITIVE_INFINITY
      if (last && gap <= JOIN_GAP)
        joined[joined.length - 1] = { ...last, width: Math.max(last.width, stroke.x + stroke.width - last.x) }
      else joined.push(stroke)
    }
    return joined
  })
}

const touches = ({ x, y, width }: SeenBox, vertical: SeenBox): boolean =>
  vertical.x >= x - TOUCH - vertical.width &&
  vertical.x <= x + width + TOUCH &&
  vertical.y <= y + TOUCH &&
  vertical.y + vertical.height >= y - TOUCH

const overlapOf = (segment: TextSegment, { x, width }: SeenBox): number =>
  Math.min(segment.end, x + width) - Math.max(segment.starts[0] ?? segment.end, x)

const isWrittenOn = (stroke: SeenBox, lines: readonly TextLine[]): boolean =>
  linesBetween(lines, stroke.y - OCCUPIED_ABOVE, stroke.y + OCCUPIED_BELOW).some(({ segments }) =>
    segments.some((segment) => overlapOf(segment, stroke) > Math.max(6, stroke.width * 0.1)),
  )

const labelled = (stroke: SeenBox, lines: readonly TextLine[]): { readonly before: string; readonly size: number } => {
  const near = linesBetween(lines, stroke.y - 16, stroke.y + 16).filter(
    ({ baseline, size }) => Math.abs(baseline - stroke.y) <= BASELINE_REACH * size,
  )
  const left = near
    .flatMap(({ segments }) => segments)
    .filter(({ end }) => end <= stroke.x + TOUCH && stroke.x - end <= LABEL_REACH)
    .toSorted((a, b) => b.end - a.end || Math.abs(a.baseline - stroke.y) - Math.abs(b.baseline - stroke.y))[0]
  return left ? { before: afterLastLine(left.text), size: left.size } : { before: '', size: 11 }
}

/** Horizontal strokes with room to write, without a border at their sides. */
export const findStrokeLines = (strokes: readonly SeenBox[], lines: readonly TextLine[]): readonly BlankLine[] => {
  const verticals = strokes.filter(isVertical)
  return joinStrokes(strokes)
    .filter(({ width }) => width >= WIDTH_MIN && width <= WIDTH_MAX)
    .filter((stroke) => !verticals.some((vertical) => touches(stroke, vertical)) && !isWrittenOn(stroke, lines))
    .map((stroke) => ({
      source: 'stroke' as const,
      x: stroke.x,
      width: stroke.width,
      y: stroke.y,
      ...labelled(stroke, lines),
    }))
}
