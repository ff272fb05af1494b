import { prepareFields } from '../../../sign/index.ts'
import {
  asciiBytes,
  concatBytes,
  formatObject,
  isDict,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  withEntries,
} from '../../../syntax/index.ts'
import { type BuildOptions, buildPdf } from '../build-pdf.ts'
import { type Attack, addField, signAndSeal, signField, textField } from './attack-classes.ts'
import { update } from './tamper.ts'
import { blackPng, fieldAt } from './test-signer.ts'

/** Of the upload, by `buildPdf`. */
const FIELD = pdfRef(100)
const NOTE = pdfRef(101)
const PAGE_BOX = [0, 0, 595, 842]
/** A rectangle of the first page, in fractions. */
export const WHOLE = { x: 0, y: 0, width: 1, height: 1 }

const look = (text: string, entries: Record<string, PdfObject> = {}) =>
  pdfStream(
    pdfDict({
      Type: pdfName('XObject'),
      Subtype: pdfName('Form'),
      BBox: pdfArray(PAGE_BOX),
      Resources: pdfDict({}),
      ...entries,
    }),
    asciiBytes(text),
  )
const FORGED = '0 0 1 rg 0 0 595 842 re f'

interface Upload {
  readonly field?: PdfObject
  readonly extra?: readonly PdfObject[]
  readonly form?: Record<string, PdfObject>
  readonly catalog?: BuildOptions['catalog']
  readonly pages?: BuildOptions['pages']
}

const upload = ({ field = pdfDict({}), extra = [], form = {}, catalog = {}, pages }: Upload): Uint8Array =>
  buildPdf({
    xref: 'table',
    extra: [field, ...extra],
    catalog: { AcroForm: pdfDict({ Fields: pdfArray([FIELD]), ...form }), ...catalog },
    pages: pages ?? [{ entries: { Annots: pdfArray([FIELD]) } }],
  })

const wholeField = (entries: Record<string, PdfObject>) =>
  textField({ T: pdfString(asciiBytes('campo')), Rect: pdfArray(PAGE_BOX), ...entries })

/** Fills the upload's field after the seal. */
const filled =
  (given: Upload, entries: Record<string, PdfObject>): Attack =>
  async (means) =>
    update(await signAndSeal(means, upload(given)), (document, revision) => {
      const field = document.objects.resolve(FIELD)
      const AP = pdfDict({ N: revision.add(look(FORGED)) })
      if (isDict(field)) revision.put(FIELD, withEntries(field, { AP, ...entries }))
    })

/** A stranger signs the upload's own empty field after the seal. */
const signedLater =
  (entries: Record<string, PdfObject>, changed: Record<string, PdfObject> = {}): Attack =>
  async (means) => {
    const field = wholeField({ FT: pdfName('Sig'), ...entries })
    const sealed = await signAndSeal(means, upload({ field }))
    const signed = await signField({ signer: means.stranger, now: means.now }, sealed, 'campo')
    if (Object.keys(changed).length === 0) return signed
    return update(sealed, (document, revision) => {
      const old = document.objects.resolve(FIELD)
      const AP = pdfDict({ N: revision.add(look(FORGED)) })
      if (isDict(old)) revision.put(FIELD, withEntries(old, { V: revision.add(unsigned('x')), AP, ...changed }))
    })
  }

const unsigned = (type: string) =>
  pdfDict({
    Type: pdfName('Sig'),
    SubFilter: pdfName(type),
    ByteRange: pdfArray([0, 10, 20, 30]),
    Contents: pdfString(asciiBytes('x')),
  })

const byLock = async (means: Parameters<Attack>[0], signer: typeof means.signer) => {
  const field = wholeField({})
  const bytes = upload({ field })
  const prepared = concatBytes([
    bytes,
    prepareFields(bytes, [
      { ...fieldAt('tercera', { x: 0.6, y: 0.9, width: 0.2, height: 0.05 }), locks: ['campo'] },
      fieldAt('ana', { x: 0.6, y: 0.1, width: 0.2, height: 0.05 }),
    ]),
  ])
  const { now } = means
  const document = await signField(means, prepared, 'ana')
  const person = { name: 'tercera', email: '' }
  const fills = [{ name: 'campo', kind: 'text', text: 'otro precio' }] as const
  const appearancePng = blackPng(9, 9)
  const input = { document, fieldName: 'tercera', signer: person, appearancePng, signedAt: now, fills }
  return concatBytes([document, (await signer.sign(input)).tail])
}

/** @param entry raw, as in the file: `/F 2.0` */
export const stampWith =
  (entry: string): Attack =>
  async (means) =>
    addWidget(await signAndSeal(means, upload({})), `/Rect [0 0 595 842] ${entry}`, 'ETSI.RFC3161')

/** Adds a signature field whose widget holds the raw entries. */
export const addWidget = (bytes: Uint8Array, raw: string, type = 'adbe.pkcs7.detached'): Uint8Array =>
  update(bytes, (document, revision) => {
    const value = revision.add(unsigned(type))
    const drawn = revision.add(look(FORGED))
    const field = revision.allocate()
    const body = `<< /Type /Annot /FT /Sig /T (sello) /V ${value.num} 0 R /AP << /N ${drawn.num} 0 R >>`
    const subtype = raw.includes('/Subtype') ? '' : ' /Subtype /Widget'
    revision.putRaw(field, asciiBytes(`${body}${subtype} ${raw} >>`))
    addField(document, revision, field, field)
  })

const FREE_TEXT = pdfDict({
  Type: pdfName('Annot'),
  Subtype: pdfName('FreeText'),
  Rect: pdfArray([50, 50, 350, 350]),
  Contents: pdfString(asciiBytes('500')),
  DA: pdfString(asciiBytes('/G#65 12 Tf')),
})

/** @param form of the upload */
const fontForNote =
  (form: Record<string, PdfObject>): Attack =>
  async (means) => {
    const given = { form, extra: [FREE_TEXT], pages: [{ entries: { Annots: pdfArray([FIELD, NOTE]) } }] }
    return update(await signAndSeal(means, upload({ field: wholeField({}), ...given })), (document, revision) => {
      const place = document.catalog.entries.get('AcroForm')
      const form = document.acroForm()
      const font = pdfDict({ Type: pdfName('Font'), Subtype: pdfName('Type1'), BaseFont: pdfName('Symbol') })
      const known = document.acroForm()?.entries.get('DR')
      const DR = withEntries(isDict(known) ? known : undefined, { Font: pdfDict({ Ge: revision.add(font) }) })
      if (typeof place === 'object' && place?.kind === 'ref') revision.put(place, withEntries(form, { DR }))
    })
  }

const layers = pdfDict({ OCGs: pdfArray([]), D: FIELD })
const text = { V: pdfString(asciiBytes('otro')) }
const on = { V: pdfName('Yes'), AS: pdfName('Yes') }
const box = wholeField({
  FT: pdfName('Btn'),
  AS: pdfName('Off'),
  AP: pdfDict({ N: pdfDict({ Yes: pdfRef(101), Off: pdfRef(102) }) }),
})

/**
 * Ink that a later revision draws without a new object on a page.
 * `told`: the place that the verifier must name; otherwise the
 * signatures are suspicious.
 */
export const inkAttacks: readonly (readonly [string, Attack, 'told' | 'suspicious'])[] = [
  ...['2', '-2', '4294967298', '2.0', '130.0', '+2', '00002', '2.', 'null', '10 0 R', '(2)'].map(
    (flags) => [`a time stamp over the page with /F ${flags}`, stampWith(`/F ${flags}`), 'suspicious'] as const,
  ),
  ['a full-page signature field of the upload', signedLater({}), 'told'],
  ['a hidden full-page signature field of the upload', signedLater({ F: 2 }), 'told'],
  ['a hidden signature field that appears', signedLater({ F: 2 }, { F: 132 }), 'suspicious'],
  ['a full-page text field', filled({ field: wholeField({}) }, text), 'told'],
  ['a hidden full-page text field', filled({ field: wholeField({ F: 2 }) }, text), 'told'],
  [
    'a full-page check box',
    async (means) => {
      const given = { field: box, extra: [look(FORGED), look('')] }
      return update(await signAndSeal(means, upload(given)), (document, revision) => {
        const field = document.objects.resolve(FIELD)
        if (isDict(field)) revision.put(FIELD, withEntries(field, on))
      })
    },
    'told',
  ],
  [
    'a field that does not turn with its page',
    filled(
      {
        field: wholeField({ F: 16, Rect: pdfArray([10, 10, 40, 30]) }),
        pages: [{ rotate: 90, entries: { Annots: pdfArray([FIELD]) } }],
      },
      text,
    ),
    'told',
  ],
  [
    'a field that does not grow with its page',
    filled({ field: wholeField({ F: 8, Rect: pdfArray([9, 9, 40, 30]) }) }, text),
    'told',
  ],
  [
    'a turned appearance',
    filled(
      {
        field: wholeField({ Rect: pdfArray([9, 9, 40, 30]) }),
        extra: [look(FORGED, { Matrix: pdfArray([1, 1, -1, 1, 0, 0]) })],
      },
      {
        ...text,
        AP: pdfDict({ N: NOTE }),
      },
    ),
    'told',
  ],
  [
    'a full-page widget that its field does not list',
    filled(
      {
        field: wholeField({ Rect: pdfArray([9, 9, 40, 30]) }),
        extra: [pdfDict({ Subtype: pdfName('Widget'), Parent: FIELD, Rect: pdfArray(PAGE_BOX) })],
        pages: [{ entries: { Annots: pdfArray([FIELD, NOTE]) } }],
      },
      text,
    ),
    'told',
  ],
  [
    'a full-page field of the same name',
    filled(
      {
        field: wholeField({ Rect: pdfArray([9, 9, 40, 30]) }),
        extra: [wholeField({})],
        form: { Fields: pdfArray([FIELD, NOTE]) },
        pages: [{ entries: { Annots: pdfArray([FIELD, NOTE]) } }],
      },
      text,
    ),
    'told',
  ],
  ['a field filled through /Lock by a stranger', (means) => byLock(means, means.stranger), 'told'],
  ['a field filled through /Lock by a known person', (means) => byLock(means, means.signer), 'told'],
  [
    'a field that is also the default layers',
    filled({ field: wholeField({}), catalog: { OCProperties: layers } }, { ...text, AS: pdfArray([]) }),
    'suspicious',
  ],
  [
    'a field that is also the default layers, in its keys as a field',
    filled({ field: wholeField({}), catalog: { OCProperties: layers } }, text),
    'suspicious',
  ],
  [
    'a field that is also the group of a page',
    filled(
      {
        field: wholeField({ S: pdfName('Transparency'), I: true }),
        pages: [{ entries: { Annots: pdfArray([FIELD]), Group: FIELD } }],
      },
      { ...text, I: pdfArray([]) },
    ),
    'suspicious',
  ],
  [
    'an /AS that is no name',
    filled({ field: wholeField({}) }, { ...text, AS: pdfString(asciiBytes('Yes')) }),
    'suspicious',
  ],
  ['a font that a note without appearance names', fontForNote({}), 'suspicious'],
  [
    'a font of the same name as a known picture',
    fontForNote({ DR: pdfDict({ XObject: pdfDict({ Ge: pdfDict({}) }) }) }),
    'suspicious',
  ],
  [
    'a field whose /I was no list',
    filled({ field: wholeField({ I: true }) }, { ...text, I: pdfArray([]) }),
    'suspicious',
  ],
  [
    'form flags as a real number',
    async (means) =>
      update(await signAndSeal(means, upload({})), (document, revision) => {
        const place = document.catalog.entries.get('AcroForm')
        const form = document.acroForm()
        const entries = [...(form?.entries ?? [])].filter(([key]) => key !== 'SigFlags')
        const body = formatObject({ kind: 'dict', entries: new Map(entries) }).replace(/>>$/, '/SigFlags 3.0>>')
        if (typeof place === 'object' && place?.kind === 'ref') revision.putRaw(place, asciiBytes(body))
      }),
    'suspicious',
  ],
]
