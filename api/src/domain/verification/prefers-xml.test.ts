import { prefersXml } from './prefers-xml.ts'

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/*', false],
  ['application/xml', true],
  ['Application/XML; charset=utf-8', true],
  ['application/xml, application/json', false],
  ['application/xml, application/json;q=0.9', true],
  ['application/json, application/xml;q=0.5', false],
  ['application/xml;q=0', false],
  ['application/xml;q=0, */*', false],
  ['application/xml;q=7', false],
  ['application/xml;q=x', false],
  [`${'application/xml;q=0,'.repeat(2000)}a`, false],
])('Accept: %s', (accept, expected) => {
  expect(prefersXml(accept)).toBe(expected)
})
