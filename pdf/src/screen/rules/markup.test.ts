import fc from 'fast-check'
import { markupIn, withoutMarkup } from './markup.ts'

const TAG_START = '(?:<|&lt;|&#0*60;|&#x0*3c;)'
const LOADING = 'object|embed|img|image|video|audio|source|track|input|link|base|meta|form|svg|use|applet|frame|portal'
const SOURCES = 'src|srcset|data|type|href|poster|background|action|content'
/** The same rule as one expression, which is slow. */
const MARKUP = new RegExp(
  [
    `${TAG_START}\\s*/?\\s*(?:script|iframe)\\b`,
    `${TAG_START}\\s*(?:${LOADING})\\b[^<>]{0,500}\\b(?:${SOURCES})\\s*=`,
    `${TAG_START}[a-z][^<>]{0,500}[\\s/"']on[a-z]{3,20}\\s*=`,
    '\\b(?:javascript|vbscript)\\s*:\\s*[\\w.$]+\\s*\\(',
    'data:text/html',
  ].join('|'),
  'i',
)

const expected = (text: string): string | undefined => MARKUP.exec(text)?.[0].slice(0, 40)

test.each([
  '<script>',
  '< / SCRIPT >',
  '&#00060;iframe ',
  '&lt;object data=x',
  '< embed type = "x"',
  '<objects src=x',
  '<img src=https://example.com/x.png>',
  '<IMG alt="" SRC = "//example.com/x">',
  '<img alt="a note">',
  '<image/href=x',
  '<imgs src=x',
  '<a href="x" onclick = run()',
  '<a>onclick=x',
  '<aonclick=x',
  '<a/onclick=x onload=y',
  `<a ${'x'.repeat(498)} onload=`,
  `<a ${'x'.repeat(499)} onload=`,
  `<a ${'x'.repeat(600)} onload= <b onload=`,
  '<object onload=x src=y',
  '<object data=x onload=y',
  'javascript : alert (1)',
  'The JavaScript: a guide',
  'data:text/html,x',
  '',
])('markupIn and the regular expression agree on %j', (text) => expect(markupIn(text)).toBe(expected(text)))

const piece = fc.constantFrom(
  ...[
    '<',
    '>',
    '&lt;',
    '&#x3c;',
    ' ',
    '/',
    '"',
    'a',
    'script',
    'iframe',
    'object',
    'embed',
    'img',
    'src',
    'data',
    'type',
  ],
  ...['=', 'onload', ' onload=', 'on', 'javascript', ':', 'x(', 'data:text/html', '\n', 'x'.repeat(495)],
)

test('markupIn agrees with the regular expression on any text, and withoutMarkup removes all markup', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      expect(markupIn(text)).toBe(expected(text))
      expect(MARKUP.test(withoutMarkup(text))).toBe(false)
    }),
    { numRuns: 5000 },
  )
})
