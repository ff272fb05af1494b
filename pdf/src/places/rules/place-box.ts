import type { PageRect } from '../../syntax/page-geometry.ts'
import type { BlankLine } from '../blank.ts'
import type { PlaceKind } from '../found-place.ts'
import { linesBetween, type TextLine } from '../text-lines.ts'

/** In points. A signature fills what is free above its line. */
const SIGNATURE = { min: 30, max: 48, widthMin: 90, widthMax: 230 } as const
const INITIALS = { min: 24, max: 32, widthMin: 50, widthMax: 110 } as const
const FILLED = { min: 16, max: 20, widthMin: 40, widthMax: 420 } as const

const limitsOf = (kind: PlaceKind) => {
  if (kind === 'signature') return SIGNATURE
  return kind === 'initials' ? INITIALS : FILLED
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), Math.max(min, max))

/** In points: a line of a form is signed in less room. */
const CROWDED_MIN = 14

/** Points up to the next line to write on above; its field takes this room. */
const rowAbove = (blank: BlankLine, blanks: readonly BlankLine[], reach: number): number =>
  blanks.reduce((room, { x, y, width }) => {
    const isAbove = y < blank.y - 4 && x < blank.x + blank.width && x + width > blank.x
    return isAbove ? Math.min(room, blank.y - y - 1) : room
  }, reach)

/** Points above the line without words. */
export const freeAbove = ({ x, y, width }: BlankLine, lines: readonly TextLine[], reach: number): number => {
  const above = linesBetween(lines, y - reach, y - 4)
    .filter(({ segments }) => segments.some(({ starts, end }) => (starts[0] ?? end) < x + width && end > x))
    .at(-1)
  return above ? y - above.baseline : reach
}

interface PageExtent {
  readonly width: number
  readonly height: number
}

export interface PageScene {
  readonly page: PageExtent
  readonly lines: readonly TextLine[]
  readonly blanks: readonly BlankLine[]
}

/** @returns the place as fractions, inside the page */
export const placeRect = (blank: BlankLine, kind: PlaceKind, { lines, page, blanks }: PageScene): PageRect => {
  const limits = limitsOf(kind)
  // A tag is replaced by its field: the words stand on the line itself.
  const free = blank.source === 'tag' ? limits.max * 0.75 : freeAbove(blank, lines, limits.max + 4) - 3
  const room = Math.max(CROWDED_MIN, rowAbove(blank, blanks, limits.max))
  const height = Math.min(clamp(free, limits.min, limits.max), room, page.height)
  const width = Math.min(clamp(blank.width, limits.widthMin, limits.widthMax), page.width)
  const drop = blank.source === 'tag' ? height * 0.25 : 2
  // A long line of a signature is signed at its middle.
  const x = clamp(blank.x + Math.max(0, blank.width - width) * (kind === 'signature' ? 0.5 : 0), 0, page.width - width)
  const y = clamp(blank.y + drop - height, 0, page.height - height)
  return { x: x / page.width, y: y / page.height, width: width / page.width, height: height / page.height }
}
