import { prepareFields } from '../../src/sign/index.ts'
import {
  array,
  ascii,
  concat,
  dict,
  isArray,
  isDict,
  isRef,
  name,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
  type PdfStream,
  ref,
  stream,
  string,
  withEntries,
} from '../../src/syntax/index.ts'
import { buildPdf, type DocumentSigner, fieldAt } from '../../src/testing/node/index.ts'
import type { Revision } from '../../src/write/revision.ts'
import type { Identities, Identity } from './identities.ts'
import { type SignatureMeans, signRevision } from './sign-revision.ts'

export const WHOLE_PAGE = [0, 0, 595, 842] as const
const PAGE = ref(10)
/** Object numbers of `BuildOptions.extra`. */
export const EXTRA = [ref(102), ref(103), ref(104)] as const
const [CONTENT, FONT] = [ref(100), ref(101)]

export const text = (value: string): PdfObject => string(ascii(value))
const helvetica = dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') })
const resources = dict({ Font: dict({ F1: FONT }) })

export const drawing = (content: string, box: readonly number[] = WHOLE_PAGE): PdfStream =>
  stream(dict({ Type: name('XObject'), Subtype: name('Form'), BBox: array(box), Resources: resources }), ascii(content))

/** Covers the price with another one. */
export const forgery = (): PdfStream =>
  drawing('1 g 0 0 5000 5000 re f 0 g BT /F1 20 Tf 72 700 Td (El precio es 9 000 000 colones) Tj ET')

/** Around the price. */
export const PRICE = [60, 690, 480, 725] as const
export const otherPrice = () =>
  drawing('1 g 0 0 420 35 re f 0 g BT /F1 20 Tf 12 10 Td (Contrato. El precio es 9 000 colones) Tj ET', [0, 0, 420, 35])

export const widget = (entries: Readonly<Record<string, PdfObject | undefined>>): PdfDict =>
  dict({ Type: name('Annot'), Subtype: name('Widget'), F: 4, P: PAGE, ...entries })

export interface Upload {
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

/** What the owner uploads: a contract with a price. */
export function contract(upload: Upload = {}): Uint8Array {
  const { extra = [], fields = [], annotations = [], form = {}, catalog = {}, page = {}, content = '' } = upload
  const shown = `BT /F1 20 Tf 72 700 Td (Contrato. El precio es 1 000 colones) Tj ET ${content}`
  const annots = [...fields, ...annotations]
  return buildPdf({
    xref: 'table',
    extra: [stream(dict({}), ascii(shown)), helvetica, ...extra],
    catalog: { AcroForm: dict({ Fields: array(fields), DA: text('/F1 10 Tf 0 g'), ...form }), ...catalog },
    pages: [{ entries: { Contents: CONTENT, Resources: resources, Annots: array(annots), ...page } }],
  })
}

const itemsOf = (document: PdfDocument, holder: PdfDict, key: string): readonly PdfObject[] => {
  const list = document.objects.get(holder, key)
  return isArray(list) ? list.items : []
}

/** Adds a field, or an annotation if `isField` is false. */
export function place(document: PdfDocument, revision: Revision, target: PdfRef, isField = true): void {
  const page = document.page(1).dict
  revision.put(PAGE, withEntries(page, { Annots: array([...itemsOf(document, page, 'Annots'), target]) }))
  if (!isField) return
  const form = document.acroForm() ?? dict({})
  const updated = withEntries(form, { Fields: array([...itemsOf(document, form, 'Fields'), target]), SigFlags: 3 })
  const holder = document.catalog.entries.get('AcroForm')
  if (isRef(holder)) revision.put(holder, updated)
  else revision.put(document.catalogRef, withEntries(document.catalog, { AcroForm: updated }))
}

const signField =
  (fieldName: string) =>
  (document: PdfDocument, revision: Revision, value: PdfRef): void => {
    const field = document.signatureFields().find(({ name: each }) => each === fieldName)
    if (field?.ref === undefined) throw new Error(`a field ${fieldName}`)
    const look = drawing(`BT /F1 9 Tf 2 8 Td (${fieldName}) Tj ET`, [0, 0, 119, 42])
    revision.put(field.ref, withEntries(field.dict, { V: value, AP: dict({ N: revision.add(look) }) }))
  }

/** Adds a field without a place on the page. */
export const signUnseen =
  (fieldName: string) =>
  (document: PdfDocument, revision: Revision, value: PdfRef): void => {
    const entries = { FT: name('Sig'), T: text(fieldName), F: 132, Rect: array([0, 0, 0, 0]), V: value }
    place(document, revision, revision.add(widget(entries)))
  }

const prepared = (original: Uint8Array, names: readonly string[]): Uint8Array => {
  const fields = names.map((each, index) => fieldAt(each, { x: 0.6, y: 0.6 + index / 10, width: 0.2, height: 0.05 }))
  return concat([original, prepareFields(original, fields)])
}

/** Ana signs, the file is sealed by a document time stamp. */
export async function signAndSeal(
  original: Uint8Array,
  { ana, stamps }: Identities,
  means: Partial<SignatureMeans> = {},
): Promise<Uint8Array> {
  const signed = await signRevision(prepared(original, ['ana']), { identity: ana, ...means }, signField('ana'))
  return signRevision(signed, { identity: stamps, form: 'time-stamp' }, signUnseen('sellado'))
}

/** Only Ana signs. */
export const signOnce = (original: Uint8Array, means: SignatureMeans): Promise<Uint8Array> =>
  signRevision(prepared(original, ['ana']), means, signField('ana'))

/** ISO 32000-1, 12.8.2.2. */
export const certify = (original: Uint8Array, { ana }: Identities, level: 1 | 2 | 3): Promise<Uint8Array> => {
  const parameters = `<</Type /TransformParams /P ${level} /V /1.2>>`
  const reference = `/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams ${parameters}>>]`
  return signRevision(original, { identity: ana, lines: [reference] }, (document, revision, value) => {
    signUnseen('ana')(document, revision, value)
  })
}

/** For the classes that the verifier's tests share. */
export const smallSigner = (who: (fieldName: string) => Identity, stamps: Identity): DocumentSigner => ({
  sign: async ({ document, fieldName }) => {
    const signed = await signRevision(document, { identity: who(fieldName) }, signField(fieldName))
    return { tail: signed.slice(document.length) }
  },
  seal: async ({ document }) => {
    const sealed = await signRevision(document, { identity: stamps, form: 'time-stamp' }, signUnseen('sellado'))
    return { tail: sealed.slice(document.length) }
  },
})

export const dictOf = (document: PdfDocument, target: PdfRef): PdfDict => {
  const found = document.objects.resolve(target)
  if (!isDict(found)) throw new Error(`object ${target.num} is a dictionary`)
  return found
}
