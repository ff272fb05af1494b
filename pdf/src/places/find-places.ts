import type { BlankLine } from './blank.ts'
import type { FoundPlace } from './found-place.ts'
import { withOwnFields } from './own-fields.ts'
import { type PageMarks, type SeenBox, usableMarks } from './page-marks.ts'
import { findCharacterLines } from './rules/character-lines.ts'
import { labelAbove, labelAcrossLines, labelBefore, roleAbove } from './rules/label-above.ts'
import { isRowOfTable, labelBelow, roleBelow } from './rules/label-below.ts'
import { labelBeside } from './rules/label-beside.ts'
import { LABEL_REACH } from './rules/label-reach.ts'
import { freeAbove, type PageScene, placeRect } from './rules/place-box.ts'
import type { PlaceLabel } from './rules/place-label.ts'
import { findStrokeLines, joinStrokes } from './rules/stroke-lines.ts'
import { findTextTags } from './rules/text-tags.ts'
import { linesBetween, readTextLines, type TextLine } from './text-lines.ts'

/** More are no contract. */
const PLACES_MAX = 200
/** In points: two marks at one height are one line. */
const SAME_LINE = 6
/** Words nearer above a line than this leave no room to sign. In points. */
const ROOM_TO_SIGN = 12
/** Parts of the page where names are letterheads and feet. */
const EDGE_TOP = 0.18
const EDGE_BOTTOM = 0.94
/** In points: a line of words below is nearer to its stroke than one above. */
const CLOSE_BELOW = 9
/** Wider lines divide the page; words below them are a heading. In points. */
const SIGNED_WIDTH_MAX = 320

interface Scene extends PageScene {
  readonly page: PageMarks
  readonly strokes: readonly SeenBox[]
}

const below = (blank: BlankLine, { page, lines, strokes }: Scene): PlaceLabel | undefined => {
  if (blank.width > SIGNED_WIDTH_MAX || isRowOfTable(blank, strokes)) return undefined
  const at = blank.y / page.height
  const label = labelBelow(blank, lines, { trustsNames: at > EDGE_TOP && at < EDGE_BOTTOM })
  const signs = label?.kind === 'signature'
  return signs && freeAbove(blank, lines, ROOM_TO_SIGN) < ROOM_TO_SIGN ? undefined : label
}

const isCloseBelow = (blank: BlankLine, lines: readonly TextLine[]): boolean =>
  linesBetween(lines, blank.y + 2, blank.y + LABEL_REACH * 2).some(
    ({ baseline, size, segments }) =>
      baseline - size * 0.75 - blank.y <= CLOSE_BELOW &&
      segments.some(({ starts, end }) => (starts[0] ?? end) < blank.x + blank.width && end > blank.x),
  )

const labelOf = (blank: BlankLine, scene: Scene): PlaceLabel | undefined => {
  const beside = labelBeside(blank.before)
  const { lines } = scene
  if (beside || blank.before.trim() !== '') return beside ?? labelAcrossLines(blank, lines)
  const under = below(blank, scene)
  if (under && isCloseBelow(blank, lines)) return under
  return labelAbove(blank, lines) ?? labelBefore(blank, lines, scene.strokes) ?? under
}

const roleOf = (blank: BlankLine, label: PlaceLabel, { lines }: Scene): string | undefined => {
  if (label.role !== undefined) return label.role
  const signs = label.kind === 'signature' || label.kind === 'initials'
  const own = signs ? roleBelow(blank, lines) : undefined
  return own ?? roleAbove(blank, blank.x - labelWidth(blank), lines)
}

/** About where the label to the left begins. */
const labelWidth = ({ before, size }: BlankLine): number => before.trim().length * size * 0.5

const placeOf = (blank: BlankLine, scene: Scene): FoundPlace | undefined => {
  const found = blank.tag ?? labelOf(blank, scene)
  if (!found) return undefined
  return {
    kind: found.kind,
    source: blank.source,
    rect: placeRect(blank, found.kind, scene),
    role: blank.tag ? blank.tag.role : roleOf(blank, found, scene),
    label: found.label,
    required: blank.tag?.required ?? false,
  }
}

const isSameLine = (a: BlankLine, b: BlankLine): boolean => {
  const shared = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  return Math.abs(a.y - b.y) <= SAME_LINE && shared > 0.5 * Math.min(a.width, b.width)
}

/** Tags come before lines, and lines before strokes. */
const withoutRepeats = (blanks: readonly BlankLine[]): readonly BlankLine[] => {
  const kept: BlankLine[] = []
  for (const blank of blanks) {
    if (kept.length === PLACES_MAX) break
    if (!kept.some((other) => isSameLine(other, blank))) kept.push(blank)
  }
  return kept.toSorted((a, b) => a.y - b.y || a.x - b.x)
}

/**
 * Finds where a page asks for a signature or for words. Rules only, no model; linear in the length of the text.
 * @param marks of one page, in points as seen
 * @returns the PDF's own signature fields, then places from top to bottom; never throws, also for broken marks
 */
export const findPlaces = (marks: PageMarks): readonly FoundPlace[] => {
  if (!(marks.width > 0 && marks.height > 0 && Number.isFinite(marks.width * marks.height))) return []
  const page = usableMarks(marks)
  const lines = readTextLines(page.runs)
  const marked = [...findTextTags(lines), ...findCharacterLines(lines), ...findStrokeLines(page.strokes, lines)]
  const blanks = withoutRepeats(marked)
  const scene: Scene = { page, lines, blanks, strokes: joinStrokes(page.strokes) }
  return withOwnFields(
    blanks.flatMap((blank) => placeOf(blank, scene) ?? []),
    page,
  )
}
