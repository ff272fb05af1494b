import { prepareFields } from '../../../sign/index.ts'
import {
  asciiBytes,
  concatBytes,
  isArray,
  isDict,
  openPdf,
  type PdfDocument,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  serializeObject,
  withEntries,
} from '../../../syntax/index.ts'
import { inflateWithNode } from '../../../syntax/inflate-node.ts'
import type { RevisionWriter } from '../../../write/revision.ts'
import { type BuildOptions, buildPdf, type PageOptions } from '../build-pdf.ts'
import { update } from './tamper.ts'
import { blackPng, type DocumentSigner, fieldAt } from './test-signer.ts'

const PAGE = pdfRef(10)
const XOBJECTS = pdfRef(100)
const PICTURE = pdfRef(101)
const OTHER = pdfRef(102)
const ABSENT = pdfRef(150)

export interface Means {
  readonly signer: DocumentSigner
  readonly stranger: DocumentSigner
  readonly now: Date
}

export type Attack = (means: Means) => Promise<Uint8Array>

const picture = (text: string, type = 'XObject') =>
  pdfStream(
    pdfDict({
      Type: pdfName(type),
      Subtype: pdfName('Form'),
      BBox: pdfArray([0, 0, 595, 842]),
      Resources: pdfDict({}),
    }),
    asciiBytes(text),
  )
const drawsOther = (type: string) =>
  pdfStream(
    withEntries(picture('', type).dict, { Resources: pdfDict({ XObject: pdfDict({ Im1: OTHER }) }) }),
    asciiBytes('/Im1 Do'),
  )
const SHOWN = '1 0 0 rg 50 50 300 300 re f'
const FORGED = '0 0 1 rg 0 0 595 842 re f'
const xobjects = (entries: Record<string, PdfObject> = {}) => pdfDict({ Im0: PICTURE, ...entries })
const drawing = pdfStream(pdfDict({}), asciiBytes('/Im0 Do'))

interface Original {
  readonly extra?: readonly PdfObject[]
  readonly catalog?: BuildOptions['catalog']
  readonly page?: PageOptions['entries']
  readonly xref?: BuildOptions['xref']
}

const original = ({ extra = [xobjects(), picture(SHOWN)], catalog, page, xref = 'table' }: Original = {}) =>
  buildPdf({
    xref,
    extra: [...extra, ...Array.from({ length: 3 - extra.length }, () => pdfDict({})), drawing],
    ...(catalog === undefined ? {} : { catalog }),
    pages: [{ entries: { Contents: pdfRef(103), Resources: pdfDict({ XObject: XOBJECTS }), ...page } }],
  })

type Signing = Pick<Means, 'signer' | 'now'>

export const signField = async (
  { signer, now }: Signing,
  document: Uint8Array,
  fieldName: string,
): Promise<Uint8Array> => {
  const person = { name: fieldName, email: '' }
  const input = { document, fieldName, signer: person, appearancePng: blackPng(9, 9), signedAt: now }
  return concatBytes([document, (await signer.sign(input)).tail])
}

const place = { x: 0.6, y: 0.1, width: 0.2, height: 0.05 }

export const signAndSeal = async (means: Signing, bytes: Uint8Array): Promise<Uint8Array> => {
  const fields = [fieldAt('ana', place), fieldAt('luis', { ...place, y: 0.5 })]
  const prepared = concatBytes([bytes, prepareFields(bytes, fields)])
  const document = await signField(means, await signField(means, prepared, 'ana'), 'luis')
  return concatBytes([document, (await means.signer.seal({ document, logHead: '00'.repeat(32), now: means.now })).tail])
}

const appended =
  (given: Original, edit: (document: PdfDocument, revision: RevisionWriter) => void): Attack =>
  async (means) =>
    update(await signAndSeal(means, original(given)), edit)

const forge = (_: PdfDocument, revision: RevisionWriter): void => revision.put(PICTURE, picture(FORGED))

const inCatalog = (document: PdfDocument, revision: RevisionWriter, entries: Record<string, PdfObject>): void =>
  revision.put(document.catalogRef, withEntries(document.catalog, entries))

const formOf = (document: PdfDocument) => {
  const form = document.acroForm()
  if (form === undefined) throw new Error('a form')
  return form
}

const listOf = (document: PdfDocument, value: PdfObject): readonly PdfObject[] => {
  const list = document.objects.resolve(value)
  return isArray(list) ? list.items : []
}

/** A later DSS, as a decoy. */
const addEvidence = (document: PdfDocument, revision: RevisionWriter, items: readonly PdfObject[]): void => {
  const store = document.objects.get(document.catalog, 'DSS')
  const known = isDict(store) ? document.objects.get(store, 'Certs') : null
  const Certs = pdfArray([...(isArray(known) ? known.items : []), ...items])
  inCatalog(document, revision, { DSS: revision.add(withEntries(isDict(store) ? store : undefined, { Certs })) })
}

export const textField = (entries: Record<string, PdfObject>) =>
  pdfDict({
    Subtype: pdfName('Widget'),
    FT: pdfName('Tx'),
    T: pdfString(asciiBytes('monto')),
    Rect: pdfArray([10, 10, 90, 30]),
    ...entries,
  })

const form = (entries: Record<string, PdfObject> = {}) => ({
  AcroForm: pdfDict({ Fields: pdfArray([OTHER]), ...entries }),
})

export const fillWith =
  (entries: Record<string, PdfObject>) =>
  (document: PdfDocument, revision: RevisionWriter): void => {
    const field = document.objects.resolve(OTHER)
    if (isDict(field)) revision.put(OTHER, withEntries(field, entries))
  }

const prepareAndSign = async ({ stranger, now }: Means, bytes: Uint8Array, at = place): Promise<Uint8Array> =>
  signField({ signer: stranger, now }, concatBytes([bytes, prepareFields(bytes, [fieldAt('extra', at)])]), 'extra')

const throughStrangersStore: Attack = async (means) => {
  const sealed = await signAndSeal(means, original())
  const baited = update(sealed, (document, revision) => {
    const store = document.objects.get(document.catalog, 'DSS')
    const extended = withEntries(isDict(store) ? store : undefined, { Extra: PAGE })
    inCatalog(document, revision, { DSS: revision.add(extended) })
  })
  return update(await prepareAndSign(means, baited, { ...place, y: 0.8 }), forge)
}

const body = (num: number, object: PdfObject): Uint8Array =>
  concatBytes([asciiBytes(`${num} 0 obj\n`), serializeObject(object), asciiBytes('\nendobj\n')])

/** Lists only new properties but holds the forged picture. */
const byHand =
  (write: (given: { infoAt: number; start: number; previous: number; root: number; size: number }) => string): Attack =>
  async (means) => {
    const sealed = await signAndSeal(means, original())
    const document = openPdf(sealed, { inflate: inflateWithNode })
    const size = document.nextObjectNumber
    const info = body(size, pdfDict({ ModDate: pdfString(asciiBytes('D:2026')) }))
    const forged = body(PICTURE.num, picture(FORGED))
    const start = sealed.length + info.length + forged.length
    const tail = write({
      infoAt: sealed.length,
      start,
      previous: document.startXref,
      root: document.catalogRef.num,
      size: size + 1,
    })
    return concatBytes([sealed, info, forged, asciiBytes(tail)])
  }

interface Spelling {
  readonly beforeXref?: string
  readonly header?: (num: number) => string
  readonly entryEnd?: string
  readonly afterStart?: string
  readonly end?: string
}

const tableWith = ({ beforeXref = '', header = (num) => `${num} 1\n`, entryEnd = '\r\n', ...rest }: Spelling) =>
  byHand(({ infoAt, start, previous, root, size }) => {
    const entry = `${String(infoAt).padStart(10, '0')} 00000 n${entryEnd}`
    const trailer = `trailer\n<</Size ${size}/Root ${root} 0 R/Info ${size - 1} 0 R/Prev ${previous}>>\n`
    const end = `startxref\n${rest.afterStart ?? ''}${start}\n%%EOF\n${rest.end ?? ''}`
    return `${beforeXref}xref\n${header(size - 1)}${entry}${trailer}${end}`
  })

/** An unknown entry type makes some readers scan for objects. */
const strangeType: Attack = async (means) => {
  const sealed = await signAndSeal(means, original({ xref: 'stream' }))
  const document = openPdf(sealed, { inflate: inflateWithNode })
  const num = document.nextObjectNumber
  const forged = body(PICTURE.num, picture(FORGED))
  const start = sealed.length + forged.length
  const rows = Buffer.alloc(14)
  rows.writeUInt8(9, 0)
  rows.writeUInt8(1, 7)
  rows.writeUInt32BE(start, 8)
  const section = pdfDict({
    Type: pdfName('XRef'),
    Size: num + 2,
    Root: document.catalogRef,
    Prev: document.startXref,
    W: pdfArray([1, 4, 2]),
    Index: pdfArray([num + 1, 1, num, 1]),
  })
  return concatBytes([sealed, forged, body(num, pdfStream(section, rows)), asciiBytes(`startxref\n${start}\n%%EOF\n`)])
}

const note = (text: string) =>
  pdfDict({
    Type: pdfName('Annot'),
    Subtype: pdfName('Square'),
    Rect: pdfArray([50, 50, 350, 350]),
    AP: pdfDict({ N: text === 'over' ? PICTURE : OTHER }),
  })

const reorder = (document: PdfDocument, revision: RevisionWriter): void => {
  const page = document.page(1)
  const [first, second, ...rest] = listOf(document, page.dict.entries.get('Annots') ?? null)
  revision.put(PAGE, withEntries(page.dict, { Annots: pdfArray([second ?? null, first ?? null, ...rest]) }))
}

export const addField = (
  document: PdfDocument,
  revision: RevisionWriter,
  field: PdfObject,
  widget: PdfObject,
): void => {
  const acroForm = formOf(document)
  const page = document.page(1)
  const target = document.catalog.entries.get('AcroForm')
  const extended = withEntries(acroForm, {
    Fields: pdfArray([...listOf(document, acroForm.entries.get('Fields') ?? null), field]),
  })
  if (typeof target === 'object' && target?.kind === 'ref') revision.put(target, extended)
  const annotations = listOf(document, page.dict.entries.get('Annots') ?? null)
  revision.put(PAGE, withEntries(page.dict, { Annots: pdfArray([...annotations, widget]) }))
}

/** An invisible time stamp with a page-sized child widget. */
export const overlayByStamp: Attack = appended({}, (document, revision) => {
  const field = revision.allocate()
  const look = revision.add(picture(FORGED))
  const widget = revision.add(
    pdfDict({
      Type: pdfName('Annot'),
      Subtype: pdfName('Widget'),
      Parent: field,
      Rect: pdfArray([0, 0, 595, 842]),
      AP: pdfDict({ N: look }),
    }),
  )
  const value = pdfDict({
    Type: pdfName('DocTimeStamp'),
    SubFilter: pdfName('ETSI.RFC3161'),
    ByteRange: pdfArray([0, 10, 20, 30]),
    Contents: pdfString(asciiBytes('x')),
  })
  const entries = {
    FT: pdfName('Sig'),
    T: pdfString(asciiBytes('sello')),
    V: revision.add(value),
    Kids: pdfArray([widget]),
  }
  revision.put(field, pdfDict({ ...entries, Rect: pdfArray([0, 0, 0, 0]) }))
  addField(document, revision, field, widget)
})

export const overlayBySignature: Attack = async (means) =>
  prepareAndSign(means, await signAndSeal(means, original()), { x: 0, y: 0, width: 1, height: 1 })

const layers = (state: string) =>
  pdfDict({ OCGs: pdfArray([OTHER]), D: pdfDict({ [state]: pdfArray([OTHER]), Order: pdfArray([OTHER]) }) })

/** Adds the page's missing XObject dictionary under a harmless entry. */
const absentRole = (edit: (document: PdfDocument, revision: RevisionWriter) => void, given: Original = {}): Attack =>
  appended({ ...given, page: { Resources: pdfDict({ XObject: ABSENT }) } }, (document, revision) => {
    revision.put(ABSENT, pdfDict({ Im0: revision.add(picture(FORGED)) }))
    edit(document, revision)
  })

const withForm = (entries: Record<string, PdfObject>) => (document: PdfDocument, revision: RevisionWriter) => {
  const target = document.catalog.entries.get('AcroForm')
  if (typeof target === 'object' && target?.kind === 'ref') revision.put(target, withEntries(formOf(document), entries))
}

export const attacks: readonly (readonly [string, Attack])[] = [
  ['a: the store leads to what the page draws', appended({ catalog: { DSS: pdfDict({ Extra: XOBJECTS }) } }, forge)],
  ['b: a stranger’s store names the page', throughStrangersStore],
  [
    'c: a field’s appearances are what the page draws',
    appended(
      {
        extra: [xobjects({ N: PICTURE }), picture(SHOWN), textField({ AP: XOBJECTS })],
        catalog: form(),
      },
      (document, revision) => {
        fillWith({ V: pdfString(asciiBytes('9 000 000')) })(document, revision)
        forge(document, revision)
      },
    ),
  ],
  [
    'd: objects after the last startxref',
    async (means) =>
      concatBytes([await signAndSeal(means, original()), body(PICTURE.num, picture(FORGED)), asciiBytes('%%EOF\n')]),
  ],
  ['e: an object that no table lists', tableWith({})],
  ['e: a comment after startxref', tableWith({ afterStart: '%\n' })],
  ['e: a comment before xref', tableWith({ beforeXref: '%\n' })],
  ['e: entries of 19 bytes', tableWith({ entryEnd: '\n' })],
  ['e: a split subsection header', tableWith({ header: (num) => `${num}\n1\n` })],
  ['e: startxref far from the end', tableWith({ end: ' '.repeat(1500) })],
  ['e: an entry of type 9', strangeType],
  [
    'f: a missing part of the content comes',
    appended({ page: { Contents: pdfArray([pdfRef(103), ABSENT]) } }, (_, revision) =>
      revision.put(ABSENT, pdfStream(pdfDict({}), asciiBytes(FORGED))),
    ),
  ],
  [
    'f: a missing part of the content comes as evidence',
    appended({ page: { Contents: pdfArray([pdfRef(103), ABSENT]) } }, (document, revision) => {
      revision.put(ABSENT, pdfStream(pdfDict({}), asciiBytes(FORGED)))
      addEvidence(document, revision, [ABSENT])
    }),
  ],
  [
    'f: the same content under another generation',
    appended({}, (document, revision) => {
      const content = document.objects.resolve(pdfRef(103))
      if (content !== null) revision.put(pdfRef(103, 1), content)
    }),
  ],
  [
    'g: annotations in another order',
    appended(
      {
        extra: [xobjects(), picture(SHOWN), picture(FORGED)],
        page: { Annots: pdfArray([note('over'), note('under')]) },
      },
      reorder,
    ),
  ],
  [
    'h: metadata that are the layers',
    appended(
      {
        extra: [layers('ON'), picture(SHOWN), pdfDict({ Type: pdfName('OCG'), Name: pdfString(asciiBytes('Capa')) })],
        catalog: { OCProperties: pdfRef(100) },
        page: { Resources: pdfDict({ XObject: pdfDict({ Im0: PICTURE }), Properties: pdfDict({ P0: OTHER }) }) },
      },
      (document, revision) => {
        inCatalog(document, revision, { Metadata: pdfRef(100) })
        revision.put(pdfRef(100), layers('OFF'))
      },
    ),
  ],
  [
    'h: metadata that are what happens on opening',
    appended(
      {
        extra: [xobjects(), picture(SHOWN), pdfDict({ S: pdfName('GoTo'), D: pdfArray([PAGE, pdfName('Fit')]) })],
        catalog: { OpenAction: OTHER },
      },
      (document, revision) => {
        inCatalog(document, revision, { Metadata: OTHER })
        revision.put(OTHER, pdfDict({ S: pdfName('JavaScript'), JS: pdfString(asciiBytes('app.alert(1)')) }))
      },
    ),
  ],
  ...['XRef', 'ObjStm'].map(
    (type) =>
      [
        `i: a picture of /Type /${type}`,
        appended({ extra: [xobjects(), drawsOther(type), picture(SHOWN, type)] }, (_, revision) =>
          revision.put(OTHER, picture(FORGED, type)),
        ),
      ] as const,
  ),
  ...['DSS', 'Metadata', 'Extensions'].map(
    (key) =>
      [
        `j: pictures that come as /${key}`,
        absentRole((document, revision) => inCatalog(document, revision, { [key]: ABSENT })),
      ] as const,
  ),
  [
    'j: pictures that come as /Tabs',
    absentRole((document, revision) => {
      revision.put(PAGE, withEntries(document.page(1).dict, { Tabs: ABSENT }))
    }),
  ],
  ['j: pictures that come as /SigFlags', absentRole(withForm({ SigFlags: ABSENT }))],
  ['j: pictures that come as /DR', absentRole(withForm({ DR: ABSENT }))],
  [
    'j: pictures that come as a value',
    absentRole(fillWith({ V: ABSENT }), {
      extra: [xobjects(), picture(SHOWN), textField({})],
      catalog: form(),
    }),
  ],
]

export const sealedDocument: Attack = (means) => signAndSeal(means, original())

/** PyPDF2 writes Info and AcroForm as one object. */
export const sharedInfo: Attack = async (means) => {
  const bytes = original({
    extra: [xobjects(), picture(SHOWN), pdfDict({ Fields: pdfArray([]) })],
    catalog: { AcroForm: OTHER },
  })
  const text = Buffer.from(bytes).toString('latin1').replace('/Root 1 0 R', '/Info 102 0 R/Root 1 0 R')
  return signAndSeal(means, asciiBytes(text))
}
