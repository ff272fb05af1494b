import { wrapWords } from '../text/wrap-words.ts'
import { type AppearanceLine, toLine, widthOf } from './appearance.ts'

/** Points. */
export interface TextBox {
  readonly width: number
  readonly height: number
  readonly multiline: boolean
  readonly embedsFonts?: boolean
}

/** `size` in points. */
export interface FittedText {
  readonly size: number
  readonly lines: readonly AppearanceLine[]
}

/** Points. A value that does not fit at this size is refused. */
export const SMALLEST_SIZE = 8
/** Points. */
const LARGEST_SIZE = 12
/** Points between two sizes that are tried. */
const STEP = 0.5
/** Of the font size. */
export const TEXT_LEADING = 1.2
/** Points. */
export const TEXT_PADDING = 2

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

const breakWord = (word: string, fits: (line: string) => boolean): string[] => {
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && !fits(part + segment)) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}

const wrapText = (text: string, size: number, { width, multiline, embedsFonts }: TextBox): string[] => {
  const fits = (line: string): boolean => widthOf(toLine(line, embedsFonts)) * size <= width - 2 * TEXT_PADDING
  if (!multiline) return [text]
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((paragraph) => wrapWords(paragraph.split(' '), fits, (word) => breakWord(word, fits)))
}

const fitAt = (text: string, size: number, box: TextBox): FittedText | undefined => {
  const lines = wrapText(text, size, box)
  const padding = box.multiline ? 2 * TEXT_PADDING : 0
  if (lines.length * size * TEXT_LEADING + padding > box.height) return undefined
  const shaped = lines.map((line) => toLine(line, box.embedsFonts))
  return shaped.every((line) => widthOf(line) * size <= box.width - 2 * TEXT_PADDING)
    ? { size, lines: shaped }
    : undefined
}

/**
 * Sets text in the largest size that fits.
 *
 * @returns undefined if it does not fit at `SMALLEST_SIZE`
 */
export const fitText = (text: string, box: TextBox): FittedText | undefined => {
  for (let size = LARGEST_SIZE; size >= SMALLEST_SIZE; size -= STEP) {
    const fitted = fitAt(text, size, box)
    if (fitted !== undefined) return fitted
  }
  return undefined
}

/** Characters of this text that fit, for the message to the signer. */
export const fittingLength = (text: string, box: TextBox): number => {
  const characters = [...text]
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fitAt(characters.slice(0, middle).join(''), SMALLEST_SIZE, box) === undefined) high = middle - 1
    else low = middle
  }
  return low
}
