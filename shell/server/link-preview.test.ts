/** @jest-environment node */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const html = readFileSync(join(__dirname, '../src/index.html'), 'utf8')

const metaOf = (attribute: string, name: string): string | undefined =>
  new RegExp(`<meta\\s+${attribute}="${name}"\\s+content="([^"]+)"`).exec(html)?.[1]

test('the page has the title and the description that link previews show', () => {
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1]
  expect(title).toContain('Trazo')
  expect(metaOf('property', 'og:title')).toBe(title)
  expect(metaOf('name', 'description')).toMatch(/^Sube un PDF/)
  // Equal texts compress to a few bytes.
  expect(metaOf('property', 'og:description')).toBe(metaOf('name', 'description'))
})
