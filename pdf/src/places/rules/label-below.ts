import type { BlankLine } from '../blank.ts'
import type { SeenBox } from '../page-marks.ts'
import { linesBetween, type TextLine, type TextSegment } from '../text-lines.ts'
import { kindOfWord } from '../words/kind-words.ts'
import { partyAfterLabel, partyOf } from '../words/party-words.ts'
import { isPersonOrCompany } from '../words/person-names.ts'
import { trimSigns, wordsOf } from '../words/plain-words.ts'
import { signingKind } from './label-beside.ts'
import { LABEL_LENGTH_MAX, LABEL_REACH } from './label-reach.ts'
import type { PlaceLabel } from './place-label.ts'

/** Name, identity, role and company below one line. */
const LINES_BELOW = 5
/** In sizes of the font: a wider gap ends the block. */
const LINE_STEP = 2.2
/** In sizes of the font: letters rise so far above their baseline. */
const RISE = 0.75
const WORDS_MAX = 9

const isAligned = (segment: TextSegment, { x, width }: BlankLine): boolean => {
  const start = segment.starts[0] ?? segment.end
  const middle = (start + segment.end) / 2
  const isNear = Math.abs(middle - (x + width / 2)) <= width * 0.25 || Math.abs(start - x) <= 8
  return isNear && segment.end - start <= Math.max(width * 1.7, 120)
}

/** The block of words below a line, from top to bottom. */
const blockBelow = (blank: BlankLine, lines: readonly TextLine[]): readonly TextSegment[] => {
  const block: TextSegment[] = []
  const reach = blank.y + LABEL_REACH + LINES_BELOW * 30
  for (const { segments, baseline, size } of linesBetween(lines, blank.y + 3, reach)) {
    const last = block.at(-1)
    const isNext = last
      ? baseline - last.baseline <= LINE_STEP * Math.max(size, last.size)
      : baseline - RISE * size - blank.y <= LABEL_REACH
    if (!isNext || block.length === LINES_BELOW) break
    const below = segments.find((segment) => isAligned(segment, blank))
    if (below) block.push(below)
  }
  return block
}

/** A line with the same ends right below the words: the words stand in a row of a table. */
export const isRowOfTable = (blank: BlankLine, strokes: readonly SeenBox[]): boolean =>
  strokes.some(
    ({ x, y, width }) =>
      y > blank.y + 6 && y <= blank.y + 28 && Math.abs(x - blank.x) <= 3 && Math.abs(width - blank.width) <= 6,
  )

const firstKind = (text: string): PlaceLabel['kind'] | undefined => {
  const words = wordsOf(text)
  if (words.length > WORDS_MAX) return undefined
  const signing = signingKind(words)
  if (signing) return signing
  const kind = kindOfWord(words[0] ?? '')
  if (kind === undefined) return partyOf(text) === undefined ? undefined : 'signature'
  if (kind === 'date' && words.includes('lugar')) return 'text'
  // «Cédula 1-1111-1111»: the person of that number signs.
  return /\d/.test(text) ? 'signature' : kind
}

const roleIn = (texts: readonly string[]): string | undefined =>
  texts.map((text) => partyOf(text) ?? partyAfterLabel(text)).find((role) => role !== undefined) ??
  texts.filter(isPersonOrCompany).map(trimSigns)[0]

const textOf = ({ text }: TextSegment): string => text.slice(0, LABEL_LENGTH_MAX)

/** The role below a line whose kind is known. */
export const roleBelow = (blank: BlankLine, lines: readonly TextLine[]): string | undefined =>
  roleIn(blockBelow(blank, lines).map(textOf))

export interface BelowOptions {
  /** A name alone is no label at the edges of the page: letterheads and feet have names. */
  readonly trustsNames: boolean
}

export const labelBelow = (
  blank: BlankLine,
  lines: readonly TextLine[],
  { trustsNames }: BelowOptions,
): PlaceLabel | undefined => {
  const texts = blockBelow(blank, lines).map(textOf)
  const [first] = texts
  if (first === undefined) return undefined
  const kind = firstKind(first) ?? (trustsNames && isPersonOrCompany(first) ? 'signature' : undefined)
  if (kind === undefined) return undefined
  const role = kind === 'signature' || kind === 'initials' ? roleIn(texts) : undefined
  return { kind, label: trimSigns(first), role }
}
