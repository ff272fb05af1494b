/** @jest-environment node */
import pageColorScheme from './page-color-scheme.ts'

test('pageColorScheme removes a colour scheme from :root and keeps the scheme of other elements', () => {
  expect(pageColorScheme(':root {\n  color-scheme: light dark;\n\n  --gap: 0;\n}')).toBe(
    ':root {\n  \n\n  --gap: 0;\n}',
  )
  expect(pageColorScheme(':root{color-scheme:dark}')).toBe(':root{}')
  const own = '.textLayer { color-scheme: only light; }'
  expect(pageColorScheme(own)).toBe(own)
})
