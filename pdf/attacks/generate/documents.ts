import { prepareFields } from '../../src/sign/index.ts'
import {
  asciiBytes,
  concatBytes,
  isArray,
  isDict,
  isRef,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
  type PdfStream,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  withEntries,
} from '../../src/syntax/index.ts'
import { buildPdf, type DocumentSigner, fieldAt } from '../../src/testing/node/index.ts'
import type { RevisionWriter } from '../../src/write/revision.ts'
import type { AttackIdentities, AttackIdentity } from './identities.ts'
import { type SignatureMeans, signRevision } from './sign-revision.ts'

export const A4_BOX = [0, 0, 595, 842] as const
const PAGE = pdfRef(10)
/** Object numbers of `BuildOptions.extra`. */
export const EXTRA_REFS = [pdfRef(102), pdfRef(103), pdfRef(104)] as const
const [CONTENT, FONT] = [pdfRef(100), pdfRef(101)]

export const pdfText = (value: string): PdfObject => pdfString(asciiBytes(value))
const helvetica = pdfDict({ Type: pdfName('Font'), Subtype: pdfName('Type1'), BaseFont: pdfName('Helvetica') })
const resources = pdfDict({ Font: pdfDict({ F1: FONT }) })

export const drawingStream = (content: string, box: readonly number[] = A4_BOX): PdfStream =>
  pdfStream(
    pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray(box), Resources: resources }),
    asciiBytes(content),
  )

/** Covers the price with another one. */
export const forgedDrawing = (): PdfStream =>
  drawingStream('1 g 0 0 5000 5000 re f 0 g BT /F1 20 Tf 72 700 Td (El precio es 9 000 000 colones) Tj ET')

/** Around the price. */
export const PRICE_RECT = [60, 690, 480, 725] as const
export const otherPrice = () =>
  drawingStream(
    '1 g 0 0 420 35 re f 0 g BT /F1 20 Tf 12 10 Td (Contrato. El precio es 9 000 colones) Tj ET',
    [0, 0, 420, 35],
  )

export const widgetDict = (entries: Readonly<Record<string, PdfObject | undefined>>): PdfDict =>
  pdfDict({ Type: pdfName('Annot'), Subtype: pdfName('Widget'), F: 4, P: PAGE, ...entries })

export interface ContractParts {
  /** From `EXTRA[0]` on. */
  readonly extra?: readonly PdfObject[]
  /** Of `extra`, also on the page. */
  readonly fields?: readonly PdfRef[]
  readonly annotations?: readonly PdfRef[]
  readonly form?: Readonly<Record<string, PdfObject>>
  readonly catalog?: Readonly<Record<string, PdfObject>>
  readonly page?: Readonly<Record<string, PdfObject>>
  readonly content?: string
}

/** The owner's upload: a contract with a price. */
export function contractPdf(upload: ContractParts = {}): Uint8Array {
  const { extra = [], fields = [], annotations = [], form = {}, catalog = {}, page = {}, content = '' } = upload
  const shown = `BT /F1 20 Tf 72 700 Td (Contrato. El precio es 1 000 colones) Tj ET ${content}`
  const annots = [...fields, ...annotations]
  return buildPdf({
    xref: 'table',
    extra: [pdfStream(pdfDict({}), asciiBytes(shown)), helvetica, ...extra],
    catalog: { AcroForm: pdfDict({ Fields: pdfArray(fields), DA: pdfText('/F1 10 Tf 0 g'), ...form }), ...catalog },
    pages: [{ entries: { Contents: CONTENT, Resources: resources, Annots: pdfArray(annots), ...page } }],
  })
}

const itemsOf = (document: PdfDocument, holder: PdfDict, key: string): readonly PdfObject[] => {
  const list = document.objects.get(holder, key)
  return isArray(list) ? list.items : []
}

/** Adds a field, or an annotation if `isField` is false. */
export function placeWidget(document: PdfDocument, revision: RevisionWriter, target: PdfRef, isField = true): void {
  const page = document.page(1).dict
  revision.put(PAGE, withEntries(page, { Annots: pdfArray([...itemsOf(document, page, 'Annots'), target]) }))
  if (!isField) return
  const form = document.acroForm() ?? pdfDict({})
  const updated = withEntries(form, { Fields: pdfArray([...itemsOf(document, form, 'Fields'), target]), SigFlags: 3 })
  const holder = document.catalog.entries.get('AcroForm')
  if (isRef(holder)) revision.put(holder, updated)
  else revision.put(document.catalogRef, withEntries(document.catalog, { AcroForm: updated }))
}

const signField =
  (fieldName: string) =>
  (document: PdfDocument, revision: RevisionWriter, value: PdfRef): void => {
    const field = document.signatureFields().find(({ name: each }) => each === fieldName)
    if (field?.ref === undefined) throw new Error(`a field ${fieldName}`)
    const look = drawingStream(`BT /F1 9 Tf 2 8 Td (${fieldName}) Tj ET`, [0, 0, 119, 42])
    revision.put(field.ref, withEntries(field.dict, { V: value, AP: pdfDict({ N: revision.add(look) }) }))
  }

/** Adds a field without a place on the page. */
export const signUnseen =
  (fieldName: string) =>
  (document: PdfDocument, revision: RevisionWriter, value: PdfRef): void => {
    const entries = { FT: pdfName('Sig'), T: pdfText(fieldName), F: 132, Rect: pdfArray([0, 0, 0, 0]), V: value }
    placeWidget(document, revision, revision.add(widgetDict(entries)))
  }

const prepared = (original: Uint8Array, names: readonly string[]): Uint8Array => {
  const fields = names.map((each, index) => fieldAt(each, { x: 0.6, y: 0.6 + index / 10, width: 0.2, height: 0.05 }))
  return concatBytes([original, prepareFields(original, fields)])
}

/** Ana signs, the file is sealed by a document time stamp. */
export async function signAndSeal(
  original: Uint8Array,
  { ana, stamps }: AttackIdentities,
  means: Partial<SignatureMeans> = {},
): Promise<Uint8Array> {
  const signed = await signRevision(prepared(original, ['ana']), { identity: ana, ...means }, signField('ana'))
  return signRevision(signed, { identity: stamps, form: 'time-stamp' }, signUnseen('sellado'))
}

/** Only Ana signs. */
export const signOnce = (original: Uint8Array, means: SignatureMeans): Promise<Uint8Array> =>
  signRevision(prepared(original, ['ana']), means, signField('ana'))

/** ISO 32000-1, 12.8.2.2. */
export const certifyContract = (
  original: Uint8Array,
  { ana }: AttackIdentities,
  level: 1 | 2 | 3,
): Promise<Uint8Array> => {
  const parameters = `<</Type /TransformParams /P ${level} /V /1.2>>`
  const reference = `/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams ${parameters}>>]`
  return signRevision(original, { identity: ana, lines: [reference] }, (document, revision, value) => {
    signUnseen('ana')(document, revision, value)
  })
}

/** For the classes that the verifier's tests share. */
export const smallSigner = (who: (fieldName: string) => AttackIdentity, stamps: AttackIdentity): DocumentSigner => ({
  sign: async ({ document, fieldName }) => {
    const signed = await signRevision(document, { identity: who(fieldName) }, signField(fieldName))
    return { tail: signed.slice(document.length) }
  },
  seal: async ({ document }) => {
    const sealed = await signRevision(document, { identity: stamps, form: 'time-stamp' }, signUnseen('sellado'))
    return { tail: sealed.slice(document.length) }
  },
})

export const dictOfRef = (document: PdfDocument, target: PdfRef): PdfDict => {
  const found = document.objects.resolve(target)
  if (!isDict(found)) throw new Error(`object ${target.num} is a dictionary`)
  return found
}
