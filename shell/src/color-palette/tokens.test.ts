import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  colourGroups,
  controlSizes,
  cornerRadii,
  dialogVeils,
  lineLeadings,
  motionSteps,
  spaceTokens,
  surfaceShadows,
  textSizes,
  typeFaces,
} from './tokens.ts'

const defined = () => {
  const css = readFileSync(join(__dirname, '../../../shared/src/ui/styles/tokens.css'), 'utf8')
  return new Set([...css.matchAll(/^\s*--([\w-]+):/gm)].map(([, name]) => name))
}

test('the style guide shows every token of shared/ui exactly once', () => {
  const shown = [
    ...colourGroups.flatMap(({ tokens }) => tokens.map((token) => `color-${token}`)),
    ...[
      ...typeFaces,
      ...lineLeadings,
      ...cornerRadii,
      ...controlSizes,
      ...surfaceShadows,
      ...dialogVeils,
      ...motionSteps,
    ].map(({ token }) => token),
    ...textSizes,
    ...spaceTokens,
  ]
  expect(new Set(shown)).toEqual(defined())
  expect(shown).toHaveLength(defined().size)
})
