import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { colourGroups, faces, leadings, motions, radii, shadows, sizes, spaces, textSizes, veils } from './tokens.ts'

const defined = () => {
  const css = readFileSync(join(__dirname, '../../../shared/src/ui/styles/tokens.css'), 'utf8')
  return new Set([...css.matchAll(/^\s*--([\w-]+):/gm)].map(([, name]) => name))
}

test('the style guide shows every token of shared/ui exactly once', () => {
  const shown = [
    ...colourGroups.flatMap(({ tokens }) => tokens.map((token) => `color-${token}`)),
    ...[...faces, ...leadings, ...radii, ...sizes, ...shadows, ...veils, ...motions].map(({ token }) => token),
    ...textSizes,
    ...spaces,
  ]
  expect(new Set(shown)).toEqual(defined())
  expect(shown).toHaveLength(defined().size)
})
