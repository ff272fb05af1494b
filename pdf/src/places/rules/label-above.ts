import type { BlankLine } from '../blank.ts'
import type { SeenBox } from '../page-marks.ts'
import { linesBetween, type TextLine, type TextSegment } from '../text-lines.ts'
import { partyOf } from '../words/party-words.ts'
import { trimSigns, wordsOf } from '../words/plain-words.ts'
import { afterLastLine } from './character-lines.ts'
import { labelBeside } from './label-beside.ts'
import { BASELINE_REACH, LABEL_LENGTH_MAX, LABEL_REACH } from './label-reach.ts'
import type { PlaceLabel } from './place-label.ts'

/** In points: nearer words stand on the line. */
const NEAREST = 6
const WORDS_MAX = 6
/** The words that head a block of lines, in points above a line. */
const HEADING_REACH = 130
/** In points: a block's lines begin at one edge, more or less. */
const SAME_EDGE = 12

const startsAt = (segment: TextSegment, x: number): boolean =>
  Math.abs((segment.starts[0] ?? segment.end) - x) <= SAME_EDGE

const textOf = ({ text }: TextSegment): string => text.slice(0, LABEL_LENGTH_MAX)

/** A label of a centred block whose line was too short for both. */
const isCentredOver = ({ starts, end, text }: TextSegment, { x, width }: BlankLine): boolean =>
  text.trimEnd().endsWith(':') && Math.abs(((starts[0] ?? end) + end) / 2 - (x + width / 2)) <= SAME_EDGE

/** A short label at the line's left edge, or centred over it: «Nombre completo:». */
export const labelAbove = (blank: BlankLine, lines: readonly TextLine[]): PlaceLabel | undefined => {
  const above = linesBetween(lines, blank.y - LABEL_REACH, blank.y - NEAREST)
    .flatMap(({ segments }) => segments)
    .filter((segment) => startsAt(segment, blank.x) || isCentredOver(segment, blank))
    .at(-1)
  const text = above ? textOf(above) : ''
  return wordsOf(text).length <= WORDS_MAX && !/\d/.test(text) ? labelBeside(text) : undefined
}

/** In sizes of the font: lines of one sentence are not further apart, also where room for writing is left. */
const SENTENCE_STEP = 2.6

/** The words of a line from its left edge on, across the strokes in it but not into the next column. */
const lastOfSentence = (
  segments: readonly TextSegment[],
  left: number,
  strokes: readonly SeenBox[],
): TextSegment | undefined => {
  const first = segments.findIndex(({ starts, end }) => end > left && (starts[0] ?? end) <= left + SAME_EDGE)
  let last = segments[first]
  for (const next of segments.slice(first + 1)) {
    const from = last
    const isJoined = strokes.some(
      ({ x, y, width }) =>
        from !== undefined &&
        Math.abs(y - from.baseline) <= BASELINE_REACH * from.size &&
        Math.abs(x - from.end) <= SAME_EDGE &&
        Math.abs(x + width - (next.starts[0] ?? next.end)) <= SAME_EDGE,
    )
    if (!isJoined) break
    last = next
  }
  return last
}

/** A sentence that continues with the line at the left edge of its column: «vecina de» and then «________». */
export const labelBefore = (
  blank: BlankLine,
  lines: readonly TextLine[],
  strokes: readonly SeenBox[],
): PlaceLabel | undefined => {
  const above = linesBetween(lines, blank.y - SENTENCE_STEP * blank.size, blank.y - NEAREST).at(-1)
  const last = above && lastOfSentence(above.segments, blank.x, strokes)
  if (!last || last.end <= blank.x + blank.width || /[.:]\s*$/.test(last.text.slice(-3))) return undefined
  const label = labelBeside(afterLastLine(last.text))
  return label?.kind === 'signature' || label?.kind === 'initials' ? undefined : label
}

/** A sentence may break inside its label: «cédula de identidad» and then «número ________». */
const BROKEN_WORDS_MAX = 2

/** The label of a line whose words begin on the line above. */
export const labelAcrossLines = (blank: BlankLine, lines: readonly TextLine[]): PlaceLabel | undefined => {
  const before = blank.before.trim()
  if (!/^\p{Ll}/u.test(before) || wordsOf(before).length > BROKEN_WORDS_MAX) return undefined
  const above = linesBetween(lines, blank.y - SENTENCE_STEP * blank.size, blank.y - NEAREST)
    .at(-1)
    ?.segments.at(-1)
  if (!above || /[.:;]\s*$/.test(above.text.slice(-3))) return undefined
  const label = labelBeside(`${afterLastLine(above.text)} ${before}`)
  return label?.kind === 'signature' || label?.kind === 'initials' ? undefined : label
}

/** @returns the role that heads a block of labelled lines: «EL ARRENDADOR» over «Firma: ____», «Nombre: ____» */
export const roleAbove = (blank: BlankLine, left: number, lines: readonly TextLine[]): string | undefined => {
  const above = linesBetween(lines, blank.y - HEADING_REACH, blank.y - NEAREST).toReversed()
  for (const { segments } of above) {
    const heading = segments.find((segment) => startsAt(segment, left) || startsAt(segment, blank.x))
    if (!heading) continue
    const text = textOf(heading)
    const role = partyOf(text)
    if (role !== undefined) return trimSigns(role)
    // Another labelled line continues the block; a sentence ends it.
    if (labelBeside(text) === undefined || wordsOf(text).length > WORDS_MAX + 2) return undefined
  }
  return undefined
}
