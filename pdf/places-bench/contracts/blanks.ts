import type { PlaceKind } from '../../src/places/index.ts'
import type { ContractDice } from './dice.ts'

/** How a document draws its lines; most use one way. */
export type LineStyle = 'underscores' | 'dots' | 'border' | 'dashed' | 'dotted' | 'rule' | 'filled'

export const lineStyles: readonly [LineStyle, ...LineStyle[]] = [
  'underscores',
  'underscores',
  'underscores',
  'dots',
  'border',
  'border',
  'dashed',
  'dotted',
  'rule',
  'filled',
]

/** The truth: `data-place` marks what a person would sign or fill. */
const mark = (kind: PlaceKind | undefined): string => (kind ? ` data-place="${kind}"` : '')

const css: Readonly<Record<Exclude<LineStyle, 'underscores' | 'dots'>, string>> = {
  border: 'border-bottom:0.75pt solid #000',
  dashed: 'border-bottom:1pt dashed #333',
  dotted: 'border-bottom:1pt dotted #000',
  rule: 'height:1pt;background:#000;margin-bottom:2pt',
  filled: 'height:0.6pt;background:#444',
}

const CHARACTER_POINTS = { underscores: 5.5, dots: 2.9 } as const

/** A line inside a text; `points` wide, about. */
export const inlineLine = (style: LineStyle, kind: PlaceKind | undefined, points: number): string => {
  if (style === 'underscores' || style === 'dots') {
    const character = style === 'dots' ? '.' : '_'
    const count = Math.max(6, Math.round(points / CHARACTER_POINTS[style]))
    return `<span class="nowrap"${mark(kind)}>${character.repeat(count)}</span>`
  }
  const width = Math.max(66, Math.min(points, 290))
  return `<span class="line"${mark(kind)} style="width:${width}pt;${css[style]}"></span>`
}

/** A line in a separate block. */
export const blockLine = (style: LineStyle, kind: PlaceKind | undefined, points: number): string =>
  `<div class="ownline">${inlineLine(style, kind, points)}</div>`

export const tagOf = (dice: ContractDice, kind: PlaceKind, about: string): string => {
  const words: Readonly<Record<PlaceKind, string>> = {
    signature: 'firma',
    initials: 'iniciales',
    name: 'nombre',
    identification: 'identificación',
    date: 'fecha',
    text: 'texto',
  }
  const option = dice.chance(0.3) ? '|obligatorio' : ''
  const space = dice.chance(0.2) ? ' ' : ''
  return `<span class="nowrap"${mark(kind)}>{{${space}${words[kind]}:${about}${option}}}</span>`
}
