import type { TextRun } from './page-marks.ts'

/** Words of one line without a gap as wide as one between columns. */
export interface TextSegment {
  readonly text: string
  /** The left edge of each UTF-16 unit of `text`, in points. */
  readonly starts: readonly number[]
  readonly end: number
  readonly baseline: number
  /** Of the font, in points. */
  readonly size: number
}

export interface TextLine {
  readonly baseline: number
  readonly size: number
  /** From left to right. */
  readonly segments: readonly TextSegment[]
}

/** Runs whose baselines differ by less lie on one line; text layers of scans jitter. In sizes of the font. */
const SAME_LINE = 0.3
/** In points: a wider gap parts columns. */
const COLUMN_GAP = 14
/** In sizes of the font: a wider gap is a space that the file does not write. */
const WORD_GAP = 0.12

/** Widths of the letters of a usual font, relative to its size: pdf.js tells only the width of a whole run. */
const narrow = new Set("iljtfrI.,:;'|!()[]{} ·…".split(''))
const wide = new Set('mwMWQGOD'.split(''))
const weightOf = (char: string): number => {
  if (char === '_') return 0.53
  if (narrow.has(char)) return char === '…' ? 0.9 : 0.28
  if (wide.has(char)) return 0.78
  return char >= 'A' && char <= 'Z' ? 0.66 : 0.5
}

/** Of the letters whose width is remembered. */
const WEIGHTS_MAX = 2000

interface Letters {
  readonly text: string
  readonly starts: readonly number[]
  readonly end: number
}

/** By UTF-16 unit; a page of a scan has many thousands of them. */
const weights = new Map<string, number>()
const knownWeightOf = (char: string): number => {
  const known = weights.get(char)
  if (known !== undefined) return known
  const weight = weightOf(char)
  if (weights.size < WEIGHTS_MAX) weights.set(char, weight)
  return weight
}

const spreadLetters = ({ text, box }: TextRun): Letters => {
  let total = 0
  for (let index = 0; index < text.length; index += 1) total += knownWeightOf(text.charAt(index))
  const unit = box.width / total
  const starts: number[] = []
  let at = box.x
  for (let index = 0; index < text.length; index += 1) {
    starts.push(at)
    at += knownWeightOf(text.charAt(index)) * unit
  }
  return { text, starts, end: box.x + box.width }
}

/** Files write tabs as spaces: three of them part words as a gap does. */
const SPACES_OF_GAP = 3

const isSpace = (char: string): boolean => char === ' ' || char === '\u00a0' || char === '\t' || char === '\n'

/** @returns the run without outer spaces, cut where many spaces stand */
const splitAtSpaces = (run: TextRun): readonly TextRun[] => {
  const { text, starts, end } = spreadLetters(run)
  const parts: TextRun[] = []
  let from = -1
  let last = -1
  const close = () => {
    const left = starts[from]
    if (left === undefined) return
    const right = starts[last + 1] ?? end
    parts.push({ text: text.slice(from, last + 1), box: { ...run.box, x: left, width: right - left } })
  }
  for (let index = 0; index < text.length; index += 1) {
    if (isSpace(text.charAt(index))) continue
    if (from >= 0 && index - last > SPACES_OF_GAP) {
      close()
      from = index
    }
    if (from < 0) from = index
    last = index
  }
  close()
  return parts
}

const baselineOf = ({ box }: TextRun): number => box.y + box.height

const compareTexts = (a: string, b: string): number => Number(a > b) - Number(a < b)

const byBaseline = (a: TextRun, b: TextRun): number => baselineOf(a) - baselineOf(b) || byPlace(a, b)

const byPlace = (a: TextRun, b: TextRun): number =>
  a.box.x - b.box.x || a.box.width - b.box.width || a.box.height - b.box.height || compareTexts(a.text, b.text)

const segmentOf = (runs: readonly TextRun[], baseline: number): TextSegment => {
  const parts: string[] = []
  const starts: number[] = []
  let end = Number.NEGATIVE_INFINITY
  let size = 0
  for (const run of runs) {
    const letters = spreadLetters(run)
    const isApart = end !== Number.NEGATIVE_INFINITY && run.box.x - end > WORD_GAP * run.box.height
    if (isApart) {
      parts.push(' ')
      starts.push(end)
    }
    parts.push(letters.text)
    for (const start of letters.starts) starts.push(start)
    end = Math.max(end, letters.end)
    size = Math.max(size, run.box.height)
  }
  return { text: parts.join(''), starts, end, baseline, size }
}

const lineOf = (runs: readonly TextRun[]): TextLine => {
  const baseline = Math.max(...[runs[0], runs.at(-1)].flatMap((run) => (run ? [baselineOf(run)] : [])))
  const groups: TextRun[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const run of runs.toSorted(byPlace)) {
    const last = groups.at(-1)
    if (last && run.box.x - end <= Math.max(COLUMN_GAP, run.box.height)) last.push(run)
    else groups.push([run])
    end = Math.max(end, run.box.x + run.box.width)
  }
  const segments = groups.map((group) => segmentOf(group, baseline))
  return { baseline, size: segments.reduce((size, segment) => Math.max(size, segment.size), 0), segments }
}

/** @returns the lines from top to bottom */
export const readTextLines = (runs: readonly TextRun[]): readonly TextLine[] => {
  const groups: TextRun[][] = []
  for (const run of runs.flatMap(splitAtSpaces).toSorted(byBaseline)) {
    const last = groups.at(-1)
    const first = last?.[0]
    if (last && first && baselineOf(run) - baselineOf(first) <= SAME_LINE * Math.max(first.box.height, 6))
      last.push(run)
    else groups.push([run])
  }
  return groups.map(lineOf)
}

/** @returns the lines whose baseline lies in a range of points, from top to bottom */
export const linesBetween = (lines: readonly TextLine[], from: number, to: number): readonly TextLine[] => {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.baseline ?? 0) < from) low = middle + 1
    else high = middle
  }
  let last = low
  while (last < lines.length && (lines[last]?.baseline ?? Number.POSITIVE_INFINITY) <= to) last += 1
  return lines.slice(low, last)
}
