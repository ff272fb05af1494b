import fc from 'fast-check'
import { inspectDocument } from '../screen/inspect-document.ts'
import { ScreeningLimitError } from '../screen/limits.ts'
import { screenDocument } from '../screen/screen-document.ts'
import { PdfError } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { techniques } from '../testing/node/hide.ts'
import { onePage, streamOf, textPdf } from '../testing/node/index.ts'
import { payloads } from '../testing/node/payloads.ts'
import { cleanDocument } from './clean-document.ts'
import { UnrepairableError } from './object-graph.ts'
import { readNewest } from './read-newest.ts'
import { repairPageTree } from './repair-page-tree.ts'
import { versionOf, writeGraph } from './write-graph.ts'

/** Like the process, without the second reader. */
const clean = (bytes: Uint8Array): Uint8Array =>
  cleanDocument(writeGraph(repairPageTree(readNewest(bytes)), versionOf(bytes)))

const cleaned = (...objects: string[]): string => Buffer.from(clean(textPdf(objects))).toString('latin1')

const removable = payloads.flatMap(([title, , payload]) => {
  const make = techniques['in the open']
  const inspection = make && inspectDocument(make(payload), inflateWithNode)
  return inspection?.kind === 'refused' && inspection.remedy === 'clean' ? [[title, payload] as const] : []
})

test('cleaning is the remedy for more than 30 payloads', () => {
  expect(removable.length).toBeGreaterThan(30)
})

test.each(
  removable.flatMap(([title, payload]) =>
    Object.entries(techniques).map(([how, hide]) => [title, how, () => hide(payload)] as const),
  ),
)('cleaning removes %s, hidden %s', (_, __, make) => {
  expect(inspectDocument(clean(make()), inflateWithNode)).toEqual({ kind: 'signable', pages: 1, signatures: 0 })
})

describe('content that cleaning removes', () => {
  test('cleaning removes actions from every place that leads to them', () => {
    const text = cleaned(
      ...onePage('/OpenAction 4 0 R /AA <</WP 4 0 R>> /Names <</JavaScript <</Names [(a) 4 0 R (b) 5 0 R]>>>>'),
      '<</S /JavaScript /JS (app.alert\\(1\\))>>',
      '<</S /GoTo /D [3 0 R /Fit] /Next [4 0 R <</S /Launch /F (a.exe)>> <</S /GoTo /D [3 0 R /Fit]>>]>>',
    )
    expect(text).not.toMatch(/OpenAction|JS|Launch|WP/)
    expect(text).toMatch(/\/Names \[\(b\) \d+ 0 R\]/)
    expect(text).toMatch(/\/Next \[<<\/S \/GoTo \/D \[\d+ 0 R \/Fit\]>>\]/)
  })

  test('cleaning removes field events that act, and keeps events that only format', () => {
    const format = '<</S /JavaScript /JS (AFNumber_Format\\(2, 0, 0, 0, "", true\\))>>'
    const field = `<</FT /Tx /T (total) /V (12,00) /AA <</F ${format} /C <</S /JavaScript /JS (x\\(\\))>>>>>>`
    const text = cleaned(...onePage('/AcroForm <</Fields [4 0 R] /NeedAppearances true>>'), field)
    expect(text).toContain('/NeedAppearances true')
    expect(text).toMatch(/\/T \(total\) \/V \(12,00\) \/AA <<\/F <<\/S \/JavaScript/)
    expect(text).not.toContain('/C ')
  })

  test('cleaning removes attachments and the list that names them', () => {
    const text = cleaned(
      ...onePage('/AF [4 0 R] /Names <</EmbeddedFiles <</Names [(factura.xml) 4 0 R]>>>>'),
      '<</Type /Filespec /F (factura.xml) /AFRelationship /Data /EF <</F 5 0 R>>>>',
      streamOf('<FacturaElectronica/>', '/Type /EmbeddedFile'),
    )
    expect(text).not.toMatch(/factura|Filespec|EmbeddedFile /i)
    expect(text).toContain('/AF []')
  })

  test('cleaning removes the attachment of an annotation and keeps its appearance', () => {
    const annotation = '/Type /Annot /Rect [0 0 9 9] /F 4 /Contents (mira) /FS <</EF <<>>>>'
    const text = cleaned(
      ...onePage('', '/Annots [4 0 R 6 0 R 7 0 R]'),
      `<<${annotation} /Subtype /FileAttachment /AP <</N 5 0 R>>>>`,
      streamOf('0 g', '/Subtype /Form /BBox [0 0 9 9]'),
      `<<${annotation} /Subtype /FileAttachment>>`,
      '<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (https://example.com/)>>>>',
    )
    expect(text).toMatch(
      /<<\/Type \/Annot \/Rect \[0 0 9 9\] \/F 4 \/Contents \(mira\) \/AP <<\/N \d+ 0 R>> \/Subtype \/Stamp>>/,
    )
    expect(text).toMatch(/\/Annots \[\d+ 0 R \d+ 0 R\]/)
    expect(text).toContain('(https://example.com/)')
    expect(text).not.toMatch(/FileAttachment|\/EF/)
  })

  test('cleaning removes markup from texts and keeps the rest of the texts', () => {
    const text = cleaned(
      ...onePage('', '/Annots [<</Subtype /Text /Rect [0 0 9 9] /Contents 4 0 R>>]'),
      '(Hola <script src=x>Ana</script> data:text<iframe/html fin)',
    )
    expect(text).toContain('(Hola  src=x>Ana>  fin)')
    expect(text).toContain('/Subtype /Text')
  })

  test('cleaning removes the XFA part of a form that has all its fields', () => {
    const text = cleaned(
      ...onePage('/AcroForm <</Fields [4 0 R] /XFA [(template) 5 0 R] /NeedAppearances true>>', '/Annots [4 0 R]'),
      '<</Subtype /Widget /FT /Tx /T (total) /V (12,00) /Rect [0 0 90 20]>>',
      streamOf('<template><field name="total"/></template>'),
    )
    expect(text).toMatch(/\/AcroForm <<\/Fields \[\d+ 0 R\] \/NeedAppearances true>>/)
    expect(text).toContain('/T (total) /V (12,00)')
    expect(text).not.toMatch(/XFA|template/)
  })

  test('cleaning removes a metadata packet as a whole', () => {
    const text = cleaned(...onePage('/Metadata 4 0 R'), streamOf('<!ENTITY x SYSTEM "file:///">', '/Type /Metadata'))
    expect(text).not.toContain('Metadata')
  })

  test('cleaning removes objects without a reference', () => {
    expect(cleaned(...onePage(), '(forgotten)')).not.toContain('forgotten')
  })
})

test('a damaged file is cleaned of all removable findings, or refused with a known error', () => {
  const seeds = removable.flatMap(([, payload]) => Object.values(techniques).map((hide) => hide(payload)))
  const change = fc.record({ offset: fc.nat(), value: fc.nat(255) })
  fc.assert(
    fc.property(fc.constantFrom(...seeds), fc.array(change, { maxLength: 6 }), (seed, changes) => {
      const bytes = Uint8Array.from(seed)
      for (const { offset, value } of changes) bytes[offset % bytes.length] = value
      try {
        const { findings } = screenDocument(clean(bytes), { inflate: inflateWithNode })
        expect(findings.filter((finding) => finding.removable)).toEqual([])
      } catch (error) {
        const known = [UnrepairableError, PdfError, ScreeningLimitError].some((kind) => error instanceof kind)
        if (!known) throw error
      }
    }),
    { numRuns: 1_000 },
  )
})
