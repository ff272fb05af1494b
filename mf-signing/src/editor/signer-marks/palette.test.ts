import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  differenceEuclidean,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  formatHex,
  interpolate,
  type Rgb,
  rgb,
  wcagContrast,
} from 'culori'
import { guestColours, ownerColour, type SignerColour } from './palette.ts'

const colours: readonly SignerColour[] = [ownerColour, ...guestColours]
const tokens = readFileSync(join(__dirname, '../../../../shared/src/ui/styles/tokens.css'), 'utf8')

/** Of the block of one theme. */
const token = (theme: keyof SignerColour, name: string): string => {
  const block = tokens.slice(tokens.indexOf(`[data-theme="${theme}"]`))
  return new RegExp(`--color-${name}: (#[\\da-f]{6});`).exec(block)?.[1] ?? ''
}
const grounds = (theme: keyof SignerColour) =>
  ['paper', 'surface', 'sunken', 'accent-tint'].map((name) => token(theme, name))

test.each(colours)('%p: at least 3:1 on every ground of both themes, its letters 4.5:1', ({ light, dark }) => {
  for (const ground of [...grounds('light'), '#ffffff']) expect(wcagContrast(light, ground)).toBeGreaterThanOrEqual(3)
  for (const ground of grounds('dark')) expect(wcagContrast(dark, ground)).toBeGreaterThanOrEqual(3)
  expect(wcagContrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(wcagContrast(dark, token('dark', 'paper'))).toBeGreaterThanOrEqual(4.5)
})

test.each(colours)('%p: on the tint of a field, ink is text and the edge a graphic', ({ light }) => {
  const tint = formatHex(interpolate(['#ffffff', light], 'rgb')(0.16))
  expect(wcagContrast(token('light', 'ink'), tint)).toBeGreaterThanOrEqual(4.5)
  expect(wcagContrast(light, tint)).toBeGreaterThanOrEqual(3)
})

const inRgb = (hex: string): Rgb => {
  const colour = rgb(hex)
  if (!colour) throw new Error(`no colour: ${hex}`)
  return colour
}

/** In CIELAB, where 2.3 is just noticeable side by side; small marks stand apart. */
const eyes = [
  { sight: 'all cones', see: (colour: Rgb) => colour, least: 30 },
  { sight: 'deuteranopia', see: filterDeficiencyDeuter(1), least: 20 },
  { sight: 'protanopia', see: filterDeficiencyProt(1), least: 20 },
  { sight: 'tritanopia', see: filterDeficiencyTrit(1), least: 15 },
]

test.each(eyes.flatMap((eye) => (['light', 'dark'] as const).map((theme) => ({ ...eye, theme }))))(
  'with $sight no two colours look alike in the $theme theme',
  ({ see, least, theme }) => {
    const distance = differenceEuclidean('lab65')
    const seen = colours.map((colour) => see(inRgb(colour[theme])))
    const pairs = seen.flatMap((a, index) => seen.slice(index + 1).map((b) => distance(a, b)))
    expect(pairs).toHaveLength(21)
    expect(Math.min(...pairs)).toBeGreaterThanOrEqual(least)
  },
)
