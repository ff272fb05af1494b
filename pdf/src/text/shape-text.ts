import bidiFactory, { type Bidi } from 'bidi-js'
import type { Glyph } from 'fontkit'
import { type FaceName, faceNames, loadFace } from './load-font.ts'

/** Lengths in thousandths of the font size. */
export interface PlacedGlyph {
  readonly glyph: Glyph
  readonly advance: number
  /** Offset for marks. */
  readonly shift: { readonly x: number; readonly y: number }
}

/** Glyphs of one face and direction, in visual order. */
export interface ShapedRun {
  readonly face: FaceName
  readonly text: string
  readonly isRightToLeft: boolean
  readonly glyphs: readonly PlacedGlyph[]
}

export interface ShapedLine {
  readonly runs: readonly ShapedRun[]
  /** In thousandths of the font size. */
  readonly width: number
}

export type FontWeight = 'regular' | 'bold'

/** bidi-js is CommonJS with wrong types: the import is the function. */
const openBidi = (factory: unknown): Pick<Bidi, 'getEmbeddingLevels'> => {
  if (typeof factory !== 'function') throw new Error('bidi-js exports no function')
  return factory()
}

const bidi = openBidi(bidiFactory)
const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })
/** Map order is LRU order. */
const keepRecent = <Kind extends string, Value>(most: number, make: (kind: Kind, text: string) => Value) => {
  const kept = new Map<string, Value>()
  return (kind: Kind, text: string): Value => {
    const key = `${kind} ${text}`
    const value = kept.get(key) ?? make(kind, text)
    kept.delete(key)
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return value
  }
}

/** Replacement character. */
const UNKNOWN = '\ufffd'
/** Invisible characters that fonts may lack. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u
/** Direction controls. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const facesFor = (weight: FontWeight): readonly FaceName[] =>
  weight === 'bold' ? ['latin-bold', ...faceNames] : faceNames

const hasAll = (face: FaceName, cluster: string): boolean => {
  const { font } = loadFace(face)
  return [...cluster].every((c) => UNSEEN.test(c) || font.hasGlyphForCodePoint(c.codePointAt(0) ?? 0))
}

/** Falls back to the missing glyph. */
const faceOf = (cluster: string, faces: readonly FaceName[]): { face: FaceName; text: string } => {
  const composed = cluster.normalize('NFC')
  const face = faces.find((name) => hasAll(name, composed))
  if (face !== undefined) return { face, text: composed }
  const known = [...composed].filter((c) => hasAll('rest', c)).join('')
  return { face: 'rest', text: known === '' ? UNKNOWN : known }
}

/** Characters that no face shows, each once. */
export const unsupportedCharacters = (text: string): string[] => [
  ...new Set(
    [...graphemes.segment(text.normalize('NFC'))]
      .map(({ segment }) => segment)
      .filter((cluster) => !faceNames.some((face) => hasAll(face, cluster))),
  ),
]

interface Piece {
  readonly face: FaceName
  readonly text: string
  readonly level: number
}

/** Splits text by face and direction, in logical order. */
const cut = (text: string, weight: FontWeight): Piece[] => {
  const faces = facesFor(weight)
  const [first] = faces
  if (first !== undefined && /^[ -~]+$/.test(text)) return [{ face: first, text, level: 0 }]
  const { levels } = bidi.getEmbeddingLevels(text, 'ltr')
  const pieces: Piece[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const level = levels[index] ?? 0
    const last = pieces.at(-1)
    // Spaces and punctuation keep the current face if possible.
    const isNeutral = last?.level === level && /^[\s\p{P}]+$/u.test(segment)
    const found =
      isNeutral && last !== undefined && hasAll(last.face, segment)
        ? { face: last.face, text: segment }
        : faceOf(segment, faces)
    if (last !== undefined && last.face === found.face && last.level === level)
      pieces[pieces.length - 1] = { ...last, text: last.text + found.text }
    else pieces.push({ ...found, level })
  }
  return pieces
}

/** Logical to visual order: UAX #9, rule L2. */
const reorder = (pieces: readonly Piece[]): Piece[] => {
  const seen = [...pieces]
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < seen.length; start++) {
      if ((seen[start]?.level ?? 0) < level) continue
      let end = start
      while ((seen[end]?.level ?? -1) >= level) end++
      seen.splice(start, end - start, ...seen.slice(start, end).reverse())
      start = end
    }
  }
  return seen
}

const layOut = (face: FaceName, text: string, direction: 'ltr' | 'rtl'): readonly PlacedGlyph[] => {
  const { font } = loadFace(face)
  const run = font.layout(text, undefined, undefined, undefined, direction)
  const scale = 1000 / font.unitsPerEm
  return run.glyphs.map((glyph, index) => {
    const position = run.positions[index]
    return {
      glyph,
      advance: (position?.xAdvance ?? 0) * scale,
      shift: { x: (position?.xOffset ?? 0) * scale, y: (position?.yOffset ?? 0) * scale },
    }
  })
}

/** Words recur; hashes and times hardly, but their parts do. */
const PARTS = / |[0-9](?!\p{M})|(?:[^ 0-9]|[0-9](?=\p{M}))+/gu
const layOutPart = keepRecent(4000, (face: FaceName, part: string) => layOut(face, part, 'ltr'))

const shapePiece = ({ face, text, level }: Piece): ShapedRun => {
  const isRightToLeft = level % 2 === 1
  const glyphs = isRightToLeft
    ? layOut(face, text, 'rtl')
    : (text.match(PARTS) ?? []).flatMap((part) => layOutPart(face, part))
  return { face, text, isRightToLeft, glyphs }
}

const shape = (text: string, weight: FontWeight): ShapedLine => {
  const line = text.replace(DIRECTION_MARKS, '').replace(/\p{Cc}+/gu, ' ')
  const runs = reorder(cut(line, weight)).map(shapePiece)
  const width = runs.flatMap(({ glyphs }) => glyphs).reduce((sum, { advance }) => sum + advance, 0)
  return { runs, width }
}

const shapeKept = keepRecent(500, (weight: FontWeight, text: string) => shape(text, weight))

/**
 * Chooses faces, shapes and orders one line visually (UAX #9). Remembers recent lines.
 *
 * @returns widths in thousandths of the font size
 */
export const shapeLine = (text: string, weight: FontWeight = 'regular'): ShapedLine => shapeKept(weight, text)
