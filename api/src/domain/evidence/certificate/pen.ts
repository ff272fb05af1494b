import { type StructureWriter, startStructure } from 'pdf/tags'
import { createTextSetter, type FontWeight, shapeLine, type TextSetter, wrapWords } from 'pdf/text'

/** A4, in points. */
export const PAGE_SIZE = { width: 595.28, height: 841.89 }
/** Points, on both sides. */
export const PAGE_MARGIN = 48
/** Width of the text, in points. */
export const COLUMN_WIDTH = PAGE_SIZE.width - 2 * PAGE_MARGIN
/** Points above the bottom of the page, like `BOTTOM`. */
const TOP = PAGE_SIZE.height - 64
const BOTTOM = 62

type Colour = readonly [red: number, green: number, blue: number]

/** Red, green and blue from 0 to 1, for the operators `rg` and `RG` (ISO 32000-1, 8.6.8). */
export const penColours = {
  ink: [0.086, 0.125, 0.18],
  muted: [0.357, 0.4, 0.459],
  line: [0.894, 0.882, 0.851],
  paper: [0.984, 0.98, 0.969],
  accent: [0.169, 0.278, 0.788],
} as const satisfies Record<string, Colour>

export interface TextStyle {
  /** Points. */
  readonly size: number
  readonly colour?: keyof typeof penColours
  readonly weight?: FontWeight
}

/** Of the size. */
const LEADING = 1.36

const colour = (name: keyof typeof penColours, operator: 'rg' | 'RG'): string =>
  `${penColours[name].join(' ')} ${operator}`
const fixed = (...values: readonly number[]): string =>
  values.map((value) => String(Math.round(value * 100) / 100)).join(' ')

const widthOf = (text: string, { size, weight }: TextStyle): number => (shapeLine(text, weight).width * size) / 1000

/** Of each character; undefined if glyphs are no single characters. */
const widthsOf = (characters: readonly string[], { size, weight }: TextStyle): readonly number[] | undefined => {
  const { runs } = shapeLine(characters.join(''), weight)
  const glyphs = runs.flatMap((run) => (run.isRightToLeft ? [] : run.glyphs))
  const isPlain =
    glyphs.length === characters.length &&
    glyphs.every(({ glyph }, index) => String.fromCodePoint(...glyph.codePoints) === characters[index])
  return isPlain ? glyphs.map(({ advance }) => (advance * size) / 1000) : undefined
}

/** Returns at least one character. */
const fitting = (characters: readonly string[], width: number, style: TextStyle): number => {
  let left = width
  const beyond = widthsOf(characters, style)?.findIndex((each) => {
    left -= each
    return left < 0
  })
  if (beyond !== undefined) return beyond < 0 ? characters.length - 1 : Math.max(1, beyond)
  let [fits, tooMany] = [1, characters.length + 1]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (widthOf(characters.slice(0, middle).join(''), style) <= width) fits = middle
    else tooMany = middle
  }
  return fits
}

/** Hashes and addresses contain no spaces. */
const breakWord = (word: string, width: number, style: TextStyle): string[] => {
  const parts: string[] = []
  let rest = [...word]
  while (rest.length > 1 && widthOf(rest.join(''), style) > width) {
    const count = fitting(rest, width, style)
    parts.push(rest.slice(0, count).join(''))
    rest = rest.slice(count)
  }
  return [...parts, rest.join('')]
}

/** Truncates with an ellipsis after `most` lines. */
export const wrapText = (text: string, width: number, style: TextStyle, most = Number.POSITIVE_INFINITY): string[] => {
  const words = text.split(/\s+/u).filter((part) => part !== '')
  const whole = words.join(' ')
  if (widthOf(whole, style) <= width) return [whole]
  const fits = (line: string): boolean => widthOf(line, style) <= width
  const all = wrapWords(words, fits, (word) => breakWord(word, width, style))
  if (all.length <= most) return all
  const last = [...(all[most - 1] ?? '')].slice(0, -1).join('')
  return [...all.slice(0, most - 1), `${last}…`]
}

/** Writes on the current page and knows how far down it is. */
export interface CertificatePen {
  readonly setter: TextSetter
  /** Texts and pictures outside of its elements are decoration, like rules and panels. */
  readonly structure: StructureWriter
  /** Operators of each page. */
  readonly pages: readonly (readonly string[])[]
  /** Points above the bottom of the page. */
  readonly y: number
  skip(height: number): void
  /** Starts a new page if needed. @returns whether it did */
  reserve(height: number): boolean
  draw(operators: string): void
  line(text: string, x: number, y: number, style: TextStyle): void
  rule(y: number, from?: number, to?: number): void
  panel(x: number, y: number, width: number, height: number): void
}

export const lineHeight = (style: TextStyle): number => style.size * LEADING

/**
 * Writes from top to bottom on A4 pages. All text goes through one `TextSetter`, so that each font is embedded once.
 */
export const createPen = (): CertificatePen => {
  const setter = createTextSetter()
  const structure = startStructure()
  const pages: string[][] = []
  let page: string[] = []
  let y = TOP
  const turn = (): void => {
    page = []
    pages.push(page)
    y = TOP
  }
  turn()
  return {
    setter,
    structure,
    pages,
    get y() {
      return y
    },
    skip: (height) => {
      y -= height
    },
    reserve: (height) => {
      if (y - height >= BOTTOM) return false
      turn()
      return true
    },
    draw: (operators) => {
      page.push(structure.content(pages.length - 1, operators))
    },
    line: (text, x, baseline, style) => {
      if (text === '') return
      const shown = setter.set(shapeLine(text, style.weight), { x, y: baseline, size: style.size })
      page.push(structure.content(pages.length - 1, `${colour(style.colour ?? 'ink', 'rg')}\n${shown}`))
    },
    rule: (at, from = PAGE_MARGIN, to = PAGE_SIZE.width - PAGE_MARGIN) => {
      page.push(structure.artifact(`q ${colour('line', 'RG')} 0.6 w ${fixed(from, at)} m ${fixed(to, at)} l S Q`))
    },
    panel: (x, bottom, width, height) => {
      const rect = `${fixed(x, bottom, width, height)} re`
      page.push(structure.artifact(`q ${colour('paper', 'rg')} ${colour('line', 'RG')} 0.6 w ${rect} B Q`))
    },
  }
}

/** Wraps a text and starts new pages as needed. */
export const drawParagraph = (
  pen: CertificatePen,
  text: string,
  style: TextStyle,
  x = PAGE_MARGIN,
  width = COLUMN_WIDTH,
): void => {
  pen.structure.inside('P', () => {
    for (const line of wrapText(text, width, style)) {
      pen.reserve(lineHeight(style))
      pen.skip(lineHeight(style))
      pen.line(line, x, pen.y, style)
    }
  })
}

/** The underline of the logo. */
export const drawFlourish = (pen: CertificatePen, x: number, y: number, width: number): void => {
  const at = (across: number, up: number): string => fixed(x + across * width, y + up)
  const curve = `${at(0, 0)} m ${at(0.14, 1.8)} ${at(0.31, 2.6)} ${at(0.5, 1.6)} c ${at(0.67, 0.7)} ${at(0.83, 0)} ${at(1, 2.6)} c`
  pen.draw(`q ${colour('accent', 'RG')} 1.6 w 1 J ${curve} S Q`)
}
