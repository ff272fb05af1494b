/** @jest-environment node */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFirstPaint } from './first-paint.ts'

const page = withFirstPaint('<html><head></head><body><div id="root"></div></body></html>')

const colorsOf = (css: string, selector: RegExp): Map<string, string> => {
  const [, block = ''] = selector.exec(css) ?? []
  return new Map([...block.matchAll(/(--color-\w+): ?(#\w+)/g)].map(([, name = '', value = '']) => [name, value]))
}

const tokens = readFileSync(join(import.meta.dirname, '../../src/ui/styles/tokens.css'), 'utf8')

test.each([
  ['light', /:root\{([^}]*)\}/, /:root,\s*\[data-theme="light"\] \{([^}]*)\}/],
  ['dark', /\[data-theme=dark\]\{([^}]*)\}/, /\[data-theme="dark"\] \{([^}]*)\}/],
] as const)('the %s colours of the first paint are those of the style sheet', (_theme, own, ofTokens) => {
  const [here, there] = [colorsOf(page, own), colorsOf(tokens, ofTokens)]
  expect(here.size).toBe(4)
  for (const [name, value] of here) expect([name, there.get(name)]).toEqual([name, value])
})

test('the rules of the first paint are in the weakest layer, so that the style sheet replaces them', () => {
  const [, style = ''] = /<style>(.*?)<\/style>/.exec(page) ?? []
  expect(style).toMatch(/^@layer base\{.*\}@layer shared,remote;$/s)
})

test('the mark is one status inside React’s root, without inline styles, which the policy forbids', () => {
  expect(page).toMatch(/<div id="root"><div id="start">.*<div role="status">.*<p>Cargando…<\/p><\/div><\/div><\/div>/)
  expect(page.match(/role="status"/g)).toHaveLength(1)
  expect(page).not.toMatch(/\sstyle=/)
})

test('a page without a root is refused', () => {
  expect(() => withFirstPaint('<html><head></head><body></body></html>')).toThrow('<div id="root"></div>')
})
