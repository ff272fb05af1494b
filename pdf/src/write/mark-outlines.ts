import { roundPoints } from '../syntax/index.ts'

/** In font sizes, as the mark's glyph in ZapfDingbats. */
type Outline = readonly (readonly [x: number, y: number])[]

/** Of the font size, in ZapfDingbats. */
export const MARK_HEIGHT = 0.705

const star: Outline = Array.from({ length: 10 }, (_, index) => {
  const radius = index % 2 === 0 ? 0.38 : 0.15
  const angle = Math.PI / 2 + (index * Math.PI) / 5
  return [0.408 + radius * Math.cos(angle), 0.34 + radius * Math.sin(angle)]
})

const disc: Outline = Array.from({ length: 32 }, (_, index) => {
  const angle = (index * Math.PI) / 16
  return [0.395 + 0.35 * Math.cos(angle), 0.352 + 0.35 * Math.sin(angle)]
})

/** Check, cross, diamond, circle, star and square. */
const outlines: Readonly<Record<string, Outline>> = {
  '4': [
    [0.04, 0.32],
    [0.15, 0.4],
    [0.29, 0.19],
    [0.75, 0.69],
    [0.81, 0.65],
    [0.3, 0],
  ],
  '8': [
    [0.04, 0.09],
    [0.13, 0],
    [0.34, 0.25],
    [0.55, 0],
    [0.64, 0.09],
    [0.43, 0.35],
    [0.64, 0.61],
    [0.55, 0.7],
    [0.34, 0.45],
    [0.13, 0.7],
    [0.04, 0.61],
    [0.25, 0.35],
  ],
  u: [
    [0.04, 0.35],
    [0.39, 0],
    [0.75, 0.35],
    [0.39, 0.7],
  ],
  l: disc,
  H: star,
  n: [
    [0.035, 0],
    [0.726, 0],
    [0.726, 0.69],
    [0.035, 0.69],
  ],
}

/**
 * A filled outline instead of a glyph: a tagged document has no font that is not embedded (ISO 14289-1, 7.21.4.1).
 *
 * @param character of ZapfDingbats, as `markOf` gives it
 * @param place points; the glyph's origin
 */
export const drawMarkOutline = (
  character: string,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): string => {
  const points = (outlines[character] ?? disc).map(([right, up]) =>
    [x + right * size, y + up * size].map((value) => String(roundPoints(value))).join(' '),
  )
  return `${points.map((point, index) => `${point} ${index === 0 ? 'm' : 'l'}`).join(' ')} h f`
}
