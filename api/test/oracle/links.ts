import {
  asciiBytes,
  isArray,
  isDict,
  isRef,
  isStream,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  serializeObject,
  withEntries,
} from 'pdf'
import { add, catalogOf, type Draft, dictAt, formOf, itemsAt, pageOf, patch, put, read } from './draft.ts'

/** @returns false if the link does not apply */
type Link = (draft: Draft, target: PdfRef) => boolean

const setCatalog = (draft: Draft, entries: Record<string, PdfObject>): true => {
  patch(draft, catalogOf(draft), entries)
  return true
}

function catalogPart(draft: Draft, key: string): number {
  const place = dictAt(draft, pdfRef(catalogOf(draft)))?.entries.get(key)
  if (isRef(place)) return place.num
  const part = add(draft, isDict(place) ? place : pdfDict({}))
  setCatalog(draft, { [key]: part })
  return part.num
}

function metadataOf(draft: Draft): number {
  const place = dictAt(draft, pdfRef(catalogOf(draft)))?.entries.get('Metadata')
  if (isRef(place) && isStream(read(draft, place))) return place.num
  const made = add(
    draft,
    pdfStream(pdfDict({ Type: pdfName('Metadata'), Subtype: pdfName('XML') }), asciiBytes('<x/>')),
  )
  setCatalog(draft, { Metadata: made })
  return made.num
}

const infoOf = (draft: Draft): number | undefined => {
  const place = draft.trailer.get('Info') ?? draft.document.newest.trailer.entries.get('Info')
  return isRef(place) ? place.num : undefined
}

export function fieldOf(
  draft: Draft,
  type: string,
  isFree: (entries: ReadonlyMap<string, PdfObject>) => boolean = () => true,
): number | undefined {
  const fields = itemsAt(draft, dictAt(draft, pdfRef(formOf(draft)))?.entries.get('Fields'))
  const found = fields.find((item) => {
    const field = dictAt(draft, item)
    const kind = field?.entries.get('FT')
    return (
      field !== undefined &&
      typeof kind === 'object' &&
      kind !== null &&
      kind.kind === 'name' &&
      kind.value === type &&
      isFree(field.entries)
    )
  })
  return isRef(found) ? found.num : undefined
}

const isUnsigned = (entries: ReadonlyMap<string, PdfObject>): boolean => !entries.has('V')

function onField(draft: Draft, type: string, entries: (num: number) => Record<string, PdfObject>): boolean {
  const field = fieldOf(draft, type, type === 'Sig' ? isUnsigned : undefined)
  if (field === undefined) return false
  patch(draft, field, entries(field))
  return true
}

export function lookOf(draft: Draft, type: string): number | undefined {
  const field = fieldOf(draft, type, type === 'Sig' ? isUnsigned : undefined)
  const look =
    field === undefined ? undefined : dictAt(draft, dictAt(draft, pdfRef(field))?.entries.get('AP'))?.entries.get('N')
  return isRef(look) ? look.num : undefined
}

function onLook(draft: Draft, type: string, target: PdfRef): boolean {
  const look = lookOf(draft, type)
  if (look === undefined || look === target.num) return false
  patch(draft, look, { Resources: pdfDict({ XObject: pdfDict({ Extra: target }), Font: target }) })
  return true
}

function redirected(value: PdfObject, from: number, to: PdfRef): PdfObject {
  if (isRef(value)) return value.num === from ? to : value
  if (isArray(value)) return pdfArray(value.items.map((item) => redirected(item, from, to)))
  if (isStream(value)) return { ...value, dict: redirectedDict(value.dict, from, to) }
  return isDict(value) ? redirectedDict(value, from, to) : value
}

const redirectedDict = ({ entries }: PdfDict, from: number, to: PdfRef): PdfDict => ({
  kind: 'dict',
  entries: new Map([...entries].map(([key, value]) => [key, redirected(value, from, to)])),
})

/** References to the target lead to the owner, which has all entries. */
function merge(draft: Draft, target: PdfRef, owner: number | undefined): boolean {
  const given = read(draft, target)
  if (owner === undefined || owner === target.num || !isDict(given)) return false
  const own = dictAt(draft, pdfRef(owner))
  for (const num of draft.document.objectNumbers) {
    const object = read(draft, pdfRef(num))
    const changed = redirected(object, target.num, pdfRef(owner))
    if (!sameText(object, changed)) put(draft, num, changed)
  }
  patch(draft, owner, Object.fromEntries([...(own?.entries ?? []), ...given.entries]))
  return true
}

const sameText = (a: PdfObject, b: PdfObject): boolean => Buffer.compare(serializeObject(a), serializeObject(b)) === 0

const isDictionary = (draft: Draft, target: PdfRef): boolean => isDict(read(draft, target))

/** They affect drawing in any dictionary. */
const MISSING = [
  'Resources',
  'CropBox',
  'Rotate',
  'OC',
  'Group',
  'UserUnit',
  'Matrix',
  'F',
  'AS',
  'OFF',
  'SMask',
  'Annots',
]

export const links = {
  'dss-key': (draft, target) => {
    patch(draft, catalogPart(draft, 'DSS'), { Extra: target })
    return true
  },
  'dss-certs': (draft, target) => {
    const store = catalogPart(draft, 'DSS')
    patch(draft, store, {
      Certs: pdfArray([...itemsAt(draft, dictAt(draft, pdfRef(store))?.entries.get('Certs')), target]),
    })
    return true
  },
  'dss-vri': (draft, target) => {
    patch(draft, catalogPart(draft, 'DSS'), {
      VRI: pdfDict({ ['0'.repeat(40)]: pdfDict({ Cert: pdfArray([target]) }) }),
    })
    return true
  },
  'dss-deep': (draft, target) => {
    const inner = add(draft, pdfStream(pdfDict({ More: pdfArray([pdfDict({ There: target })]) }), asciiBytes('x')))
    patch(draft, catalogPart(draft, 'DSS'), { Certs: pdfArray([inner]) })
    return true
  },
  'dss-is': (draft, target) => isDictionary(draft, target) && setCatalog(draft, { DSS: target }),
  'metadata-key': (draft, target) => {
    patch(draft, metadataOf(draft), { Extra: target })
    return true
  },
  'metadata-is': (draft, target) => setCatalog(draft, { Metadata: target }),
  'extensions-is': (draft, target) => isDictionary(draft, target) && setCatalog(draft, { Extensions: target }),
  'extensions-key': (draft, target) => setCatalog(draft, { Extensions: pdfDict({ ADBE: target }) }),
  'info-key': (draft, target) => {
    const info = infoOf(draft)
    if (info !== undefined) patch(draft, info, { Extra: target })
    return info !== undefined
  },
  'info-is': (draft, target) => {
    if (!isDictionary(draft, target)) return false
    draft.trailer.set('Info', target)
    return true
  },
  'field-value': (draft, target) => onField(draft, 'Tx', () => ({ V: target })),
  'field-ap-is': (draft, target) => isDictionary(draft, target) && onField(draft, 'Tx', () => ({ AP: target })),
  'field-ap-key': (draft, target) => onField(draft, 'Tx', () => ({ AP: pdfDict({ N: target }) })),
  'field-ap-down': (draft, target) => {
    const field = fieldOf(draft, 'Tx')
    const look = dictAt(draft, field === undefined ? null : dictAt(draft, pdfRef(field))?.entries.get('AP'))
    return look !== undefined && onField(draft, 'Tx', () => ({ AP: withEntries(look, { D: target }) }))
  },
  'field-look': (draft, target) => onLook(draft, 'Tx', target),
  'empty-signature-ap-is': (draft, target) =>
    isDictionary(draft, target) && onField(draft, 'Sig', () => ({ AP: target })),
  'empty-signature-look': (draft, target) => onLook(draft, 'Sig', target),
  'field-becomes': (draft, target) => merge(draft, target, fieldOf(draft, 'Tx')),
  'box-becomes': (draft, target) => merge(draft, target, fieldOf(draft, 'Btn')),
  'empty-signature-becomes': (draft, target) => merge(draft, target, fieldOf(draft, 'Sig', isUnsigned)),
  'form-becomes': (draft, target) => merge(draft, target, formOf(draft)),
  'catalog-becomes': (draft, target) => merge(draft, target, catalogOf(draft)),
  'page-becomes': (draft, target) => merge(draft, target, pageOf(draft)),
  'info-becomes': (draft, target) => merge(draft, target, infoOf(draft)),
  dangle: (draft, target) => {
    const found = read(draft, target)
    const gone = pdfRef(draft.next + 40)
    if (isDict(found)) patch(draft, target.num, { [MISSING[target.num % MISSING.length] ?? 'OC']: gone })
    return isDict(found)
  },
  'dr-is': (draft, target) => {
    if (isDictionary(draft, target)) patch(draft, formOf(draft), { DR: target })
    return isDictionary(draft, target)
  },
  'dr-key': (draft, target) => {
    patch(draft, formOf(draft), { DR: pdfDict({ Font: pdfDict({ Extra: target }), XObject: target }) })
    return true
  },
  'sig-flags': (draft, target) => {
    patch(draft, formOf(draft), { SigFlags: target })
    return true
  },
  tabs: (draft, target) => {
    patch(draft, pageOf(draft), { Tabs: target })
    return true
  },
  version: (draft, target) => setCatalog(draft, { Version: target }),
  'trailer-key': (draft, target) => {
    draft.trailer.set('Extra', target)
    return true
  },
  'trailer-id': (draft, target) => {
    const id = pdfString(asciiBytes('0123456789abcdef'))
    draft.trailer.set('ID', add(draft, pdfArray([id, id, target])))
    return true
  },
} as const satisfies Record<string, Link>

export type LinkName = keyof typeof links
export const LINKS = Object.keys(links).filter((key): key is LinkName => key in links)
