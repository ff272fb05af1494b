import { pdfDict } from './objects.ts'
import { hasPlainNumbers } from './plain-numbers.ts'

const trailer = pdfDict({ Size: 9, Prev: 12 })

test.each([
  ['<</Size 9/Prev 12>>', true],
  ['<</Size\n9 /Prev 00012 /W [1 4\n2] /Index [0 9]>>', true],
  ['<</Size 9 /Prev 12 /Names (x)>>', true],
  ['<</Size 9 /Prev 12.0>>', false],
  ['<</Size 9 /Prev +12>>', false],
  ['<</Size 9. /Prev 12>>', false],
  ['<</Size 9 /#50rev 12>>', false],
  ['<</Size 9 /Extra <</Prev 12>> /Pre#76 12.0>>', false],
  ['<</Size 9 /Prev 3 0 R /W [1 4.0 2]>>', false],
  ['<</Size 9>>', false],
])('the numbers of %s are plain: %s', (text, isPlain) => {
  expect(hasPlainNumbers(trailer, text)).toBe(isPlain)
})
