import { type PdfObject, type PdfRef, pdfArray, pdfDict, pdfName, withEntries } from '../../src/syntax/index.ts'
import { tamper } from '../../src/testing/node/index.ts'
import type { AttackFile } from './case.ts'
import { contractPdf, drawingStream, EXTRA_REFS, pdfText, signAndSeal, widgetDict } from './documents.ts'
import type { AttackIdentities } from './identities.ts'

const [FIELD, OTHER] = EXTRA_REFS
const SEALED = ['ana', 'sellado']

/** A note without a look, drawn with a font that the form lacks. */
const noteUpload = (font: string) => (): Uint8Array =>
  contractPdf({
    extra: [
      widgetDict({
        T: pdfText('campo'),
        FT: pdfName('Tx'),
        Rect: pdfArray([400, 20, 560, 40]),
        DA: pdfText('/F1 8 Tf 0 g'),
      }),
      pdfDict({
        ...{ Type: pdfName('Annot'), Subtype: pdfName('FreeText'), F: 4, Rect: pdfArray([72, 560, 500, 640]) },
        ...{ Contents: pdfText('Sin intereses'), DA: pdfText(`0 g ${font} 20 Tf`) },
      }),
    ],
    fields: [FIELD],
    annotations: [OTHER],
  })

const squares = (glyph: PdfRef): PdfObject => {
  const codes = Array.from({ length: 95 }, () => pdfName('a'))
  return pdfDict({
    ...{ Type: pdfName('Font'), Subtype: pdfName('Type3'), FontBBox: pdfArray([0, 0, 750, 750]) },
    ...{ FontMatrix: pdfArray([0.001, 0, 0, 0.001, 0, 0]), CharProcs: pdfDict({ a: glyph }), Resources: pdfDict({}) },
    ...{ Encoding: pdfDict({ Type: pdfName('Encoding'), Differences: pdfArray([32, ...codes]) }) },
    ...{ FirstChar: 32, LastChar: 126, Widths: pdfArray(codes.map(() => 750)) },
  })
}

const addFormFont =
  (font: string) =>
  async (identities: AttackIdentities): Promise<Uint8Array> =>
    tamper.update(await signAndSeal(noteUpload(font)(), identities), (document, revision) => {
      const glyph = revision.add({ ...drawingStream('1000 0 0 0 750 750 d1 0 0 750 750 re f'), dict: pdfDict({}) })
      const fonts = pdfDict({ Font: pdfDict({ Ge: revision.add(squares(glyph)) }) })
      const holder = document.catalog.entries.get('AcroForm')
      const form = withEntries(document.acroForm(), { DR: fonts })
      if (typeof holder === 'object' && holder?.kind === 'ref') revision.put(holder, form)
      else revision.put(document.catalogRef, withEntries(document.catalog, { AcroForm: form }))
    })

export const fontFiles: readonly AttackFile[] = [
  {
    file: '3-form-font.pdf',
    class: '3',
    attack: 'a new font of the form, which a signed note without a look asks for',
    right: 'refuse',
    ...{
      victims: SEALED,
      source: 'ISO 32000-2, 12.7.4.3: viewers draw such notes with the fonts of /DR. PDFium does.',
    },
    why: 'The signed sentence turns into squares.',
    make: addFormFont('/Ge'),
  },
  {
    file: '3-form-font-escaped.pdf',
    class: '3',
    attack: 'the same; the note spells the name of the font as /G#65',
    right: 'refuse',
    victims: SEALED,
    source: 'ISO 32000-2, 7.3.5: /G#65 and /Ge are one name.',
    why: 'Names are compared after decoding.',
    make: addFormFont('/G#65'),
  },
]
