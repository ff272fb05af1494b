import fc from 'fast-check'
import { parseXml } from '../../testing/node/index.ts'
import { escapeXml, writeXml, xmlElement } from './xml.ts'

test.each([
  ['markup', '<Signer>&amp;</Signer>', '&lt;Signer&gt;&amp;amp;&lt;/Signer&gt;'],
  ['the end of a CDATA section', ']]>', ']]&gt;'],
  ['quotes of attributes', `"'`, '&quot;&apos;'],
  ['line ends and tabs', '\r\n\t', '&#xD;&#xA;&#x9;'],
  ['control characters that XML 1.0 forbids', 'a\u0000\u0001\u0008\u000b\u001fb', 'a\ufffd\ufffd\ufffd\ufffd\ufffdb'],
  ['C1 controls', '\u007f\u0085', '&#x7F;&#x85;'],
  ['surrogates alone', '\ud800a\udc00', '\ufffda\ufffd'],
  ['a surrogate pair', '\u{1f58b}', '\u{1f58b}'],
  ['characters that are none', '\ufffe\uffff', '\ufffd\ufffd'],
  ['controls of direction', '\u202egpj\u2066\u200f', '&#x202E;gpj&#x2066;&#x200F;'],
  ['line separators', '\u2028\u2029\ufeff', '&#x2028;&#x2029;&#xFEFF;'],
  ['Spanish', 'José Ñandú', 'José Ñandú'],
])('%s: the text cannot leave its element', (_, text, expected) => {
  expect(escapeXml(text)).toBe(expected)
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(']]>', '<', '&', '"', '\u0000', '\ud83d', '\udd8b', '\u202e', '\r', '<!--', '&#0;'),
  }),
)

test('any text is read back as it was, except for characters that XML forbids', () => {
  fc.assert(
    fc.property(anyText, anyText, (text, value) => {
      const { children } = parseXml(writeXml(xmlElement('a', xmlElement('b', text, { c: value }))))
      const readable = (given: string) =>
        given.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      expect(children).toHaveLength(1)
      expect(children[0]).toMatchObject({ name: 'b', text: readable(text), children: [] })
      expect(children[0]?.attributes.get('c')).toBe(readable(value))
    }),
  )
})
