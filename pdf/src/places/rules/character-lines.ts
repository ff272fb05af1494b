import type { BlankLine } from '../blank.ts'
import type { TextLine, TextSegment } from '../text-lines.ts'
import { LABEL_LENGTH_MAX, LABEL_REACH } from './label-reach.ts'

/** Shorter ones are part of a sentence or a number. */
const CHARACTERS_MIN = 5

const isDot = (char: string): boolean => char === '.' || char === '…'
const isLineCharacter = (char: string): boolean => char === '_' || isDot(char)
const countOf = (char: string): number => (char === '…' ? 3 : 1)

interface CharacterLine {
  readonly from: number
  readonly to: number
  readonly dots: boolean
}

/** @returns where a line that begins at `from` ends, and of how many characters it is; one space may part them */
const followLine = (text: string, from: number): { readonly to: number; readonly count: number } => {
  const isSame = isDot(text.charAt(from)) ? isDot : (char: string) => char === '_'
  let count = 0
  let at = from
  while (at < text.length) {
    const step = text.charAt(at) === ' ' && at > from ? 1 : 0
    const char = text.charAt(at + step)
    if (!isSame(char)) break
    count += countOf(char)
    at += step + 1
  }
  return { to: at, count }
}

const characterLinesIn = (text: string): readonly CharacterLine[] => {
  const found: CharacterLine[] = []
  let at = 0
  while (at < text.length) {
    if (!isLineCharacter(text.charAt(at))) {
      at += 1
      continue
    }
    const { to, count } = followLine(text, at)
    if (count >= CHARACTERS_MIN) found.push({ from: at, to, dots: isDot(text.charAt(at)) })
    at = to
  }
  return found
}

/** The part of a text behind its last line of characters. */
export const afterLastLine = (text: string): string => {
  const near = text.slice(-LABEL_LENGTH_MAX)
  return near.slice(characterLinesIn(near).at(-1)?.to ?? 0)
}

const isNumber = (text: string): boolean => /^\s*\d{1,4}\s*$/.test(text)

/** Dots that lead to a page number, in a table of contents. */
const leadsToNumber = (line: CharacterLine, segment: TextSegment, next: TextSegment | undefined): boolean => {
  if (!line.dots) return false
  const rest = segment.text.slice(line.to, line.to + LABEL_LENGTH_MAX)
  return isNumber(rest) || (rest.trim() === '' && next !== undefined && isNumber(next.text.slice(0, LABEL_LENGTH_MAX)))
}

const linesOf = ({ segments }: TextLine): readonly BlankLine[] =>
  segments.flatMap((segment, index) => {
    let previous = 0
    return characterLinesIn(segment.text).flatMap((line) => {
      const { from, to } = line
      const here = segment.text.slice(Math.max(previous, from - LABEL_LENGTH_MAX), from)
      const isFirst = previous === 0
      previous = to
      if (leadsToNumber(line, segment, segments[index + 1])) return []
      const x = segment.starts[from] ?? 0
      const left = isFirst && here.trim() === '' ? segments[index - 1] : undefined
      const before = left && x - left.end <= LABEL_REACH ? afterLastLine(left.text) : here
      const end = segment.starts[to] ?? segment.end
      return [{ source: 'line' as const, x, width: end - x, y: segment.baseline, size: segment.size, before }]
    })
  })

/** Lines of five or more underscores or dots, but not the leaders of a table of contents. */
export const findCharacterLines = (lines: readonly TextLine[]): readonly BlankLine[] => lines.flatMap(linesOf)
