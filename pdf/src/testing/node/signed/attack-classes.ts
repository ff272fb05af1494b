import { prepareFields } from '../../../sign/index.ts'
import {
  array,
  ascii,
  concat,
  dict,
  isArray,
  isDict,
  name,
  openPdf,
  type PdfDocument,
  type PdfObject,
  ref,
  serialize,
  stream,
  string,
  withEntries,
} from '../../../syntax/index.ts'
import { inflateWithNode } from '../../../syntax/inflate-node.ts'
import type { Revision } from '../../../write/revision.ts'
import { type BuildOptions, buildPdf, type PageOptions } from '../build-pdf.ts'
import { update } from './tamper.ts'
import { blackPng, type DocumentSigner, fieldAt } from './test-signer.ts'

const PAGE = ref(10)
const XOBJECTS = ref(100)
const PICTURE = ref(101)
const OTHER = ref(102)
const ABSENT = ref(150)

export interface Means {
  readonly signer: DocumentSigner
  readonly stranger: DocumentSigner
  readonly now: Date
}

export type Attack = (means: Means) => Promise<Uint8Array>

const picture = (text: string, type = 'XObject') =>
  stream(
    dict({ Type: name(type), Subtype: name('Form'), BBox: array([0, 0, 595, 842]), Resources: dict({}) }),
    ascii(text),
  )
const drawsOther = (type: string) =>
  stream(withEntries(picture('', type).dict, { Resources: dict({ XObject: dict({ Im1: OTHER }) }) }), ascii('/Im1 Do'))
const SHOWN = '1 0 0 rg 50 50 300 300 re f'
const FORGED = '0 0 1 rg 0 0 595 842 re f'
const xobjects = (entries: Record<string, PdfObject> = {}) => dict({ Im0: PICTURE, ...entries })
const drawing = stream(dict({}), ascii('/Im0 Do'))

interface Original {
  readonly extra?: readonly PdfObject[]
  readonly catalog?: BuildOptions['catalog']
  readonly page?: PageOptions['entries']
  readonly xref?: BuildOptions['xref']
}

const original = ({ extra = [xobjects(), picture(SHOWN)], catalog, page, xref = 'table' }: Original = {}) =>
  buildPdf({
    xref,
    extra: [...extra, ...Array.from({ length: 3 - extra.length }, () => dict({})), drawing],
    ...(catalog === undefined ? {} : { catalog }),
    pages: [{ entries: { Contents: ref(103), Resources: dict({ XObject: XOBJECTS }), ...page } }],
  })

type Signing = Pick<Means, 'signer' | 'now'>

export const signField = async (
  { signer, now }: Signing,
  document: Uint8Array,
  fieldName: string,
): Promise<Uint8Array> => {
  const person = { name: fieldName, email: '' }
  const input = { document, fieldName, signer: person, appearancePng: blackPng(9, 9), signedAt: now }
  return concat([document, (await signer.sign(input)).tail])
}

const place = { x: 0.6, y: 0.1, width: 0.2, height: 0.05 }

export const signAndSeal = async (means: Signing, bytes: Uint8Array): Promise<Uint8Array> => {
  const fields = [fieldAt('ana', place), fieldAt('luis', { ...place, y: 0.5 })]
  const prepared = concat([bytes, prepareFields(bytes, fields)])
  const document = await signField(means, await signField(means, prepared, 'ana'), 'luis')
  return concat([document, (await means.signer.seal({ document, logHead: '00'.repeat(32), now: means.now })).tail])
}

const appended =
  (given: Original, edit: (document: PdfDocument, revision: Revision) => void): Attack =>
  async (means) =>
    update(await signAndSeal(means, original(given)), edit)

const forge = (_: PdfDocument, revision: Revision): void => revision.put(PICTURE, picture(FORGED))

const inCatalog = (document: PdfDocument, revision: Revision, entries: Record<string, PdfObject>): void =>
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
const addEvidence = (document: PdfDocument, revision: Revision, items: readonly PdfObject[]): void => {
  const store = document.objects.get(document.catalog, 'DSS')
  const known = isDict(store) ? document.objects.get(store, 'Certs') : null
  const Certs = array([...(isArray(known) ? known.items : []), ...items])
  inCatalog(document, revision, { DSS: revision.add(withEntries(isDict(store) ? store : undefined, { Certs })) })
}

export const textField = (entries: Record<string, PdfObject>) =>
  dict({
    Subtype: name('Widget'),
    FT: name('Tx'),
    T: string(ascii('monto')),
    Rect: array([10, 10, 90, 30]),
    ...entries,
  })

const form = (entries: Record<string, PdfObject> = {}) => ({ AcroForm: dict({ Fields: array([OTHER]), ...entries }) })

export const fillWith =
  (entries: Record<string, PdfObject>) =>
  (document: PdfDocument, revision: Revision): void => {
    const field = document.objects.resolve(OTHER)
    if (isDict(field)) revision.put(OTHER, withEntries(field, entries))
  }

const prepareAndSign = async ({ stranger, now }: Means, bytes: Uint8Array, at = place): Promise<Uint8Array> =>
  signField({ signer: stranger, now }, concat([bytes, prepareFields(bytes, [fieldAt('extra', at)])]), 'extra')

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
  concat([ascii(`${num} 0 obj\n`), serialize(object), ascii('\nendobj\n')])

/** Lists only new properties but holds the forged picture. */
const byHand =
  (write: (given: { infoAt: number; start: number; previous: number; root: number; size: number }) => string): Attack =>
  async (means) => {
    const sealed = await signAndSeal(means, original())
    const document = openPdf(sealed, { inflate: inflateWithNode })
    const size = document.nextObjectNumber
    const info = body(size, dict({ ModDate: string(ascii('D:2026')) }))
    const forged = body(PICTURE.num, picture(FORGED))
    const start = sealed.length + info.length + forged.length
    const tail = write({
      infoAt: sealed.length,
      start,
      previous: document.startXref,
      root: document.catalogRef.num,
      size: size + 1,
    })
    return concat([sealed, info, forged, ascii(tail)])
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
  const section = dict({
    Type: name('XRef'),
    Size: num + 2,
    Root: document.catalogRef,
    Prev: document.startXref,
    W: array([1, 4, 2]),
    Index: array([num + 1, 1, num, 1]),
  })
  return concat([sealed, forged, body(num, stream(section, rows)), ascii(`startxref\n${start}\n%%EOF\n`)])
}

const note = (text: string) =>
  dict({
    Type: name('Annot'),
    Subtype: name('Square'),
    Rect: array([50, 50, 350, 350]),
    AP: dict({ N: text === 'over' ? PICTURE : OTHER }),
  })

const reorder = (document: PdfDocument, revision: Revision): void => {
  const page = document.page(1)
  const [first, second, ...rest] = listOf(document, page.dict.entries.get('Annots') ?? null)
  revision.put(PAGE, withEntries(page.dict, { Annots: array([second ?? null, first ?? null, ...rest]) }))
}

export const addField = (document: PdfDocument, revision: Revision, field: PdfObject, widget: PdfObject): void => {
  const acroForm = formOf(document)
  const page = document.page(1)
  const target = document.catalog.entries.get('AcroForm')
  const extended = withEntries(acroForm, {
    Fields: array([...listOf(document, acroForm.entries.get('Fields') ?? null), field]),
  })
  if (typeof target === 'object' && target?.kind === 'ref') revision.put(target, extended)
  const annotations = listOf(document, page.dict.entries.get('Annots') ?? null)
  revision.put(PAGE, withEntries(page.dict, { Annots: array([...annotations, widget]) }))
}

/** An invisible time stamp with a page-sized child widget. */
export const overlayByStamp: Attack = appended({}, (document, revision) => {
  const field = revision.allocate()
  const look = revision.add(picture(FORGED))
  const widget = revision.add(
    dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      Parent: field,
      Rect: array([0, 0, 595, 842]),
      AP: dict({ N: look }),
    }),
  )
  const value = dict({
    Type: name('DocTimeStamp'),
    SubFilter: name('ETSI.RFC3161'),
    ByteRange: array([0, 10, 20, 30]),
    Contents: string(ascii('x')),
  })
  const entries = { FT: name('Sig'), T: string(ascii('sello')), V: revision.add(value), Kids: array([widget]) }
  revision.put(field, dict({ ...entries, Rect: array([0, 0, 0, 0]) }))
  addField(document, revision, field, widget)
})

export const overlayBySignature: Attack = async (means) =>
  prepareAndSign(means, await signAndSeal(means, original()), { x: 0, y: 0, width: 1, height: 1 })

const layers = (state: string) =>
  dict({ OCGs: array([OTHER]), D: dict({ [state]: array([OTHER]), Order: array([OTHER]) }) })

/** Adds the page's missing XObject dictionary under a harmless entry. */
const absentRole = (edit: (document: PdfDocument, revision: Revision) => void, given: Original = {}): Attack =>
  appended({ ...given, page: { Resources: dict({ XObject: ABSENT }) } }, (document, revision) => {
    revision.put(ABSENT, dict({ Im0: revision.add(picture(FORGED)) }))
    edit(document, revision)
  })

const withForm = (entries: Record<string, PdfObject>) => (document: PdfDocument, revision: Revision) => {
  const target = document.catalog.entries.get('AcroForm')
  if (typeof target === 'object' && target?.kind === 'ref') revision.put(target, withEntries(formOf(document), entries))
}

export const attacks: readonly (readonly [string, Attack])[] = [
  ['a: the store leads to what the page draws', appended({ catalog: { DSS: dict({ Extra: XOBJECTS }) } }, forge)],
  ['b: a stranger’s store names the page', throughStrangersStore],
  [
    'c: a field’s appearances are what the page draws',
    appended(
      {
        extra: [xobjects({ N: PICTURE }), picture(SHOWN), textField({ AP: XOBJECTS })],
        catalog: form(),
      },
      (document, revision) => {
        fillWith({ V: string(ascii('9 000 000')) })(document, revision)
        forge(document, revision)
      },
    ),
  ],
  [
    'd: objects after the last startxref',
    async (means) =>
      concat([await signAndSeal(means, original()), body(PICTURE.num, picture(FORGED)), ascii('%%EOF\n')]),
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
    appended({ page: { Contents: array([ref(103), ABSENT]) } }, (_, revision) =>
      revision.put(ABSENT, stream(dict({}), ascii(FORGED))),
    ),
  ],
  [
    'f: a missing part of the content comes as evidence',
    appended({ page: { Contents: array([ref(103), ABSENT]) } }, (document, revision) => {
      revision.put(ABSENT, stream(dict({}), ascii(FORGED)))
      addEvidence(document, revision, [ABSENT])
    }),
  ],
  [
    'f: the same content under another generation',
    appended({}, (document, revision) => {
      const content = document.objects.resolve(ref(103))
      if (content !== null) revision.put(ref(103, 1), content)
    }),
  ],
  [
    'g: annotations in another order',
    appended(
      {
        extra: [xobjects(), picture(SHOWN), picture(FORGED)],
        page: { Annots: array([note('over'), note('under')]) },
      },
      reorder,
    ),
  ],
  [
    'h: metadata that are the layers',
    appended(
      {
        extra: [layers('ON'), picture(SHOWN), dict({ Type: name('OCG'), Name: string(ascii('Capa')) })],
        catalog: { OCProperties: ref(100) },
        page: { Resources: dict({ XObject: dict({ Im0: PICTURE }), Properties: dict({ P0: OTHER }) }) },
      },
      (document, revision) => {
        inCatalog(document, revision, { Metadata: ref(100) })
        revision.put(ref(100), layers('OFF'))
      },
    ),
  ],
  [
    'h: metadata that are what happens on opening',
    appended(
      {
        extra: [xobjects(), picture(SHOWN), dict({ S: name('GoTo'), D: array([PAGE, name('Fit')]) })],
        catalog: { OpenAction: OTHER },
      },
      (document, revision) => {
        inCatalog(document, revision, { Metadata: OTHER })
        revision.put(OTHER, dict({ S: name('JavaScript'), JS: string(ascii('app.alert(1)')) }))
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
    extra: [xobjects(), picture(SHOWN), dict({ Fields: array([]) })],
    catalog: { AcroForm: OTHER },
  })
  const text = Buffer.from(bytes).toString('latin1').replace('/Root 1 0 R', '/Info 102 0 R/Root 1 0 R')
  return signAndSeal(means, ascii(text))
}
