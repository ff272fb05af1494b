import { array, dict, name, type PdfObject, type PdfRef, withEntries } from '../../src/syntax/index.ts'
import { tamper } from '../../src/testing/node/index.ts'
import type { AttackFile } from './case.ts'
import { contract, drawing, EXTRA, signAndSeal, text, widget } from './documents.ts'
import type { Identities } from './identities.ts'

const [FIELD, OTHER] = EXTRA
const SEALED = ['ana', 'sellado']

/** A note without a look, drawn with a font that the form lacks. */
const noteUpload = (font: string) => (): Uint8Array =>
  contract({
    extra: [
      widget({ T: text('campo'), FT: name('Tx'), Rect: array([400, 20, 560, 40]), DA: text('/F1 8 Tf 0 g') }),
      dict({
        ...{ Type: name('Annot'), Subtype: name('FreeText'), F: 4, Rect: array([72, 560, 500, 640]) },
        ...{ Contents: text('Sin intereses'), DA: text(`0 g ${font} 20 Tf`) },
      }),
    ],
    fields: [FIELD],
    annotations: [OTHER],
  })

const squares = (glyph: PdfRef): PdfObject => {
  const codes = Array.from({ length: 95 }, () => name('a'))
  return dict({
    ...{ Type: name('Font'), Subtype: name('Type3'), FontBBox: array([0, 0, 750, 750]) },
    ...{ FontMatrix: array([0.001, 0, 0, 0.001, 0, 0]), CharProcs: dict({ a: glyph }), Resources: dict({}) },
    ...{ Encoding: dict({ Type: name('Encoding'), Differences: array([32, ...codes]) }) },
    ...{ FirstChar: 32, LastChar: 126, Widths: array(codes.map(() => 750)) },
  })
}

const addFormFont =
  (font: string) =>
  async (identities: Identities): Promise<Uint8Array> =>
    tamper.update(await signAndSeal(noteUpload(font)(), identities), (document, revision) => {
      const glyph = revision.add({ ...drawing('1000 0 0 0 750 750 d1 0 0 750 750 re f'), dict: dict({}) })
      const fonts = dict({ Font: dict({ Ge: revision.add(squares(glyph)) }) })
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
