import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { colourPairs, contrastRatio, leastContrast } from './contrast.ts'

const css = readFileSync(join(__dirname, '../../../shared/src/ui/styles/tokens.css'), 'utf8')

const coloursOf = (selector: RegExp): Map<string, string> => {
  const block = new RegExp(`${selector.source}\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return new Map(
    [...block.matchAll(/--color-([\w-]+):\s*(#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

const themes = {
  light: coloursOf(/:root,\s*\[data-theme=["']light["']\]/),
  dark: coloursOf(/\[data-theme=["']dark["']\]/),
}

test('contrastRatio returns the known ratio of colour pairs and refuses a colour name', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#ffffff', '#777777')).toBeCloseTo(4.48, 2)
  expect(() => contrastRatio('red', '#ffffff')).toThrow('#rrggbb')
})

test('both themes declare the same colours', () => {
  expect(themes.light.size).toBeGreaterThan(20)
  expect([...themes.dark.keys()]).toEqual([...themes.light.keys()])
})

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  test.each(colourPairs)(
    '$foreground on $background has enough contrast for $kind',
    ({ foreground, background, kind }) => {
      const [front, ground] = [foreground, background].map((name) => themes[theme].get(name) ?? `no ${name}`)
      expect(contrastRatio(`${front}`, `${ground}`)).toBeGreaterThanOrEqual(leastContrast[kind])
    },
  )
})
