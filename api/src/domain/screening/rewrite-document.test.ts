import { asciiBytes, concatBytes, openPdf } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { buildPdf, onePage, streamOf, textPdf } from 'pdf/testing/node'
import { rewriteBytes } from './test-support/rewrite-bytes.ts'

const repaired = async (bytes: Uint8Array): Promise<string | undefined> => {
  const copy = await rewriteBytes(bytes, 'repair')
  return copy && Buffer.from(copy).toString('latin1')
}

test('the repair rewrites unusual names, strings, numbers and nested values in standard syntax', async () => {
  const odd =
    '<</Name#20with#c3#b1 /\xe1rbol /Text (a\\(b\\)\\\r\nc\\101 (d)) /Hex <4 1 4> /Num [+3 -.5 4. 00012 true null] % hm\n' +
    '/Nested [[<</A [] /B <<>> /C null>>]]>>'
  const text = await repaired(
    textPdf([...onePage('/Odd 4 0 R'), odd], { damaged: true, trailer: '/Info <<>> /ID [<61> <62>]' }),
  )
  expect(text).toContain(
    '<</Name#20with#c3#b1 /#e1rbol /Text <61286229634120286429> /Hex (A@) /Num [3 -0.5 4 12 true null] /Nested [[<</A [] /B <<>>>>]]>>',
  )
  expect(text).toMatch(/^%PDF-1\.6\n/)
  expect(text).toMatch(/\/ID \[\(a\) <[0-9a-f]{32}>\]/)
})

test('the repaired copy has one revision and drops unreferenced objects', async () => {
  const damaged = textPdf([...onePage('', '/Contents 4 0 R'), streamOf('0 g'), '(not led to)'], { damaged: true })
  const copy = await rewriteBytes(damaged, 'repair')
  const document = openPdf(copy ?? new Uint8Array(), { inflate: inflateWithNode })
  expect(document.sections).toHaveLength(1)
  expect(document.nextObjectNumber).toBe(5)
})

test('a file that the strict reader reads is repaired when its page tree contains a direct page', async () => {
  const [catalog, , page] = onePage()
  const bytes = textPdf([catalog ?? '', '<</Type /Pages /Kids [3 0 R <</Type /Page>>] /Count 2>>', page ?? ''])
  expect(await repaired(bytes)).toContain('/Count 2')
})

test.each<[string, Uint8Array]>([
  [
    // The library ranks compressed objects above others.
    'an update of an object that was compressed',
    concatBytes([
      asciiBytes(
        Buffer.from(buildPdf({ xref: 'stream' }))
          .toString('latin1')
          .replaceAll('startxref', 'startxxxx'),
      ),
      asciiBytes('10 0 obj\n<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n'),
    ]),
  ],
  ['something that is no key', textPdf(onePage('', '/Rotate 90 17 /UserUnit 2'), { damaged: true })],
  ['an object that is not there', textPdf(onePage('', '/Contents 9 0 R'), { damaged: true })],
  ['a text', asciiBytes('no soy un PDF')],
])('the repair fails and returns no copy for this input: %s', async (_, bytes) => {
  expect(await repaired(bytes)).toBeUndefined()
})

test('the repair of a dictionary with 20,000 entries ends within 30 seconds', async () => {
  const destinations = Array.from({ length: 20_000 }, (_, index) => `/d${index} [3 0 R /XYZ 0 ${index} 0]`)
  expect(await repaired(textPdf(onePage(`/Dests <<${destinations.join(' ')}>>`), { damaged: true }))).toContain(
    '/d19999 ',
  )
})
