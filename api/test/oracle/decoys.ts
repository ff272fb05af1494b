import {
  asciiBytes,
  encodeTextString,
  isArray,
  isDict,
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
} from 'pdf'
import { type SignatureTemplate, signatureTemplate } from 'pdf/sign'
import { blotForm } from './blots.ts'
import { add, append, catalogOf, type Draft, dictAt, formOf, itemsAt, pageOf, patch, put, read } from './draft.ts'
import { fieldOf, links, lookOf } from './links.ts'
import type { Area } from './pictures.ts'
import type { Random } from './random.ts'
import type { SignField, Trap } from './trap-fields.ts'
import { type Twist, writeOddly } from './twists.ts'

export const DECOYS = [
  'none',
  'dss',
  'time-stamp',
  'time-stamp-with-kid',
  'time-stamp-covering',
  'signature',
  'signature-covering',
  'signature-with-kid',
  'signed-field',
  'filled-field',
  'filled-in-place',
  'checked-box',
  'annotation',
  'stamp',
  'trap',
  'metadata',
] as const
export type Decoy = (typeof DECOYS)[number]

export interface OpenSignature {
  readonly num: number
  readonly template: SignatureTemplate
  readonly kind: 'signature' | 'time-stamp'
}

export interface Applied {
  /** Fields that the decoy may fill, as far as the oracle's words go. */
  readonly areas: readonly Area[]
  readonly signature?: OpenSignature
}

const NOTHING: Applied = { areas: [] }
const RESERVED = 12_000
const FREE_BOX = [165, 95, 195, 125] as const
const KID_BOX = [20, 40, 180, 230] as const
const WHOLE_PAGE = [0, 0, 200, 240] as const

const extraKey = (extra: PdfRef | undefined): string[] => (extra === undefined ? [] : [`/Extra ${extra.num} 0 R`])

const look = (draft: Draft, { extra, twist }: Given): PdfRef => {
  const form = blotForm(extra === undefined ? {} : { Resources: pdfDict({ XObject: pdfDict({ Extra: extra }) }) })
  return add(draft, twist?.look?.(form) ?? form)
}

export interface Given {
  readonly extra?: PdfRef | undefined
  readonly twist?: Twist | undefined
  /** Purpose of the layout of the signed file. */
  readonly trap?: Trap | undefined
  readonly random?: Random
}

export function openSignature(
  draft: Draft,
  kind: OpenSignature['kind'],
  { extra, more = [] }: { readonly extra?: PdfRef | undefined; readonly more?: readonly string[] } = {},
): OpenSignature {
  const head =
    kind === 'time-stamp'
      ? '/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 /V 0'
      : '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M (D:20260314200509Z) /Name (Otra)'
  const template = signatureTemplate([head, ...extraKey(extra), ...more], RESERVED)
  return { num: add(draft, template.body).num, template, kind }
}

let count = 0
const freshName = (): PdfObject => pdfString(encodeTextString(`otra-${count++ % 1000}`))

interface NewField {
  readonly kind: OpenSignature['kind']
  readonly box: readonly [number, number, number, number]
  /** A visible widget below the field, and whether the page lists it. */
  readonly kid?: boolean
}

function addSignature(draft: Draft, { kind, box, kid = false }: NewField, given: Given): Applied {
  const page = pageOf(draft)
  const { extra, twist } = given
  const signature = openSignature(draft, kind, { extra })
  const isVisible = box[0] !== box[2]
  const isFlat = !isVisible || twist?.isFlat === true
  const field = pdfRef(draft.next++)
  const widget = (rect: readonly number[], more: Record<string, PdfObject | undefined>): PdfDict =>
    pdfDict({
      Type: pdfName('Annot'),
      Subtype: pdfName('Widget'),
      P: pdfRef(page),
      Rect: pdfArray(rect),
      F: twist?.flags ?? 4,
      ...more,
    })
  const kids = kid ? [add(draft, widget(KID_BOX, { Parent: field, AP: pdfDict({ N: look(draft, {}) }) }))] : []
  const own = { FT: pdfName('Sig'), T: freshName(), V: pdfRef(signature.num), Kids: kid ? pdfArray(kids) : undefined }
  const isDrawn = twist?.isBare !== true && (isVisible || twist !== undefined)
  const shown = { AP: isDrawn ? pdfDict({ N: look(draft, given) }) : undefined }
  const written = widget(box, { ...own, ...shown })
  put(draft, field.num, twist === undefined ? written : writeOddly(written, twist))
  append(draft, page, 'Annots', [field, ...kids])
  const form = formOf(draft)
  append(draft, form, 'Fields', [field])
  patch(draft, form, { SigFlags: 3 })
  const areas: Area[] = isFlat ? [] : [{ page: 1, box }]
  // A time stamp draws nothing.
  if (isVisible && kid) areas.push({ page: 1, box: KID_BOX })
  return { areas, signature }
}

const boxOf = (draft: Draft, num: number): Area['box'] | undefined => {
  const rect = read(draft, dictAt(draft, pdfRef(num))?.entries.get('Rect'))
  const [a, b, c, d] = isArray(rect) ? rect.items.map((item) => (typeof item === 'number' ? item : 0)) : []
  return a === undefined || b === undefined || c === undefined || d === undefined ? undefined : [a, b, c, d]
}

const areasOf = (draft: Draft, num: number): Area[] => {
  const box = boxOf(draft, num)
  if (box === undefined) return []
  return draft.document.pages().flatMap(({ dict: page, pageNumber }) => {
    const isThere = itemsAt(draft, page.entries.get('Annots')).some(
      (item) => typeof item === 'object' && item?.kind === 'ref' && item.num === num,
    )
    return isThere ? [{ page: pageNumber, box }] : []
  })
}

function fillText(draft: Draft, { extra, twist }: Given): Applied | undefined {
  const field = fieldOf(draft, 'Tx')
  if (field === undefined) return undefined
  const resources = extra === undefined ? pdfDict({}) : pdfDict({ XObject: pdfDict({ Extra: extra }) })
  const shown = pdfStream(
    pdfDict({
      Type: pdfName('XObject'),
      Subtype: pdfName('Form'),
      BBox: pdfArray([0, 0, 70, 16]),
      Resources: resources,
    }),
    asciiBytes('0.9 g 0 0 70 16 re f 1 0 0 rg 4 4 50 8 re f'),
  )
  const twisted = twist?.look?.({ ...shown, data: blotForm().data }) ?? shown
  patch(draft, field, { V: pdfString(asciiBytes('2000')), AP: pdfDict({ N: add(draft, twisted) }) })
  const areas = areasOf(draft, field)
  twistWidget(draft, field, { twist })
  return { areas }
}

/** Keeps the reference, as many programs do. */
function fillInPlace(draft: Draft): Applied | undefined {
  const field = fieldOf(draft, 'Tx')
  const shown = lookOf(draft, 'Tx')
  if (field === undefined || shown === undefined) return undefined
  const old = read(draft, pdfRef(shown))
  if (!isStream(old)) return undefined
  patch(draft, field, { V: pdfString(asciiBytes('2000')) })
  put(draft, shown, pdfStream(old.dict, asciiBytes('0 0.5 0 rg -50 -50 900 900 re f')))
  return { areas: areasOf(draft, field) }
}

function check(draft: Draft): Applied | undefined {
  const field = fieldOf(draft, 'Btn')
  if (field === undefined) return undefined
  patch(draft, field, { V: pdfName('On'), AS: pdfName('On') })
  return { areas: areasOf(draft, field) }
}

function signPrepared(draft: Draft, given: Given): Applied | undefined {
  const field = fieldOf(draft, 'Sig', (entries) => !entries.has('V'))
  if (field === undefined) return undefined
  const areas = areasOf(draft, field)
  const signature = openSignature(draft, 'signature', given)
  const flags = given.twist?.flags
  patch(draft, field, {
    V: pdfRef(signature.num),
    AP: pdfDict({ N: look(draft, given) }),
    ...(flags === undefined ? {} : { F: flags }),
  })
  twistWidget(draft, field, given)
  return { areas, signature }
}

function twistWidget(draft: Draft, num: number, { twist }: Given): void {
  const widget = read(draft, pdfRef(num))
  if (twist?.raw !== undefined && isDict(widget)) put(draft, num, writeOddly(widget, twist))
}

function springTrap(draft: Draft, given: Given): Applied | undefined {
  const { trap, random, twist } = given
  if (trap === undefined || random === undefined) return undefined
  const opened: { signature?: OpenSignature } = {}
  const sign: SignField = (field, entries = {}, kind = 'signature') => {
    opened.signature = openSignature(draft, kind, given)
    const flags = twist?.flags === undefined ? {} : { F: twist.flags }
    patch(draft, field, { ...entries, ...flags, V: pdfRef(opened.signature.num) })
  }
  const before = new Set(draft.objects.keys())
  trap.spring(draft, sign, random)
  const widgets = [...draft.objects.keys()].filter(
    (num) => !before.has(num) && dictAt(draft, pdfRef(num))?.entries.has('Rect') === true,
  )
  const areas = widgets.flatMap((num) => areasOf(draft, num))
  for (const num of widgets) twistWidget(draft, num, given)
  return { areas, ...opened }
}

function annotate(draft: Draft, given: Given, subtype = 'Square', box: Area['box'] = FREE_BOX): Applied {
  const note = pdfDict({
    Type: pdfName('Annot'),
    Subtype: pdfName(subtype),
    F: 4,
    Rect: pdfArray(box),
    AP: pdfDict({ N: look(draft, given) }),
  })
  const { num } = add(draft, note)
  append(draft, pageOf(draft), 'Annots', [pdfRef(num)])
  twistWidget(draft, num, given)
  return { areas: [{ page: 1, box }] }
}

function describe(draft: Draft, extra: PdfRef | undefined): Applied {
  const xmp = pdfStream(
    pdfDict({ Type: pdfName('Metadata'), Subtype: pdfName('XML'), Extra: extra }),
    asciiBytes('<x:xmpmeta xmlns:x="adobe:ns:meta/">2</x:xmpmeta>'),
  )
  const place = dictAt(draft, pdfRef(catalogOf(draft)))?.entries.get('Metadata')
  if (typeof place === 'object' && place?.kind === 'ref' && isStream(read(draft, place))) put(draft, place.num, xmp)
  else patch(draft, catalogOf(draft), { Metadata: add(draft, xmp) })
  return NOTHING
}

/** ETSI EN 319 142-1, 5.4. */
function store(draft: Draft, extra: PdfRef | undefined): Applied {
  links['dss-certs'](draft, add(draft, pdfStream(pdfDict({}), asciiBytes('0'))))
  if (extra !== undefined) links['dss-key'](draft, extra)
  return NOTHING
}

export function applyDecoy(decoy: Decoy, draft: Draft, given: Given = {}): Applied | undefined {
  switch (decoy) {
    case 'none':
      return NOTHING
    case 'dss':
      return store(draft, given.extra)
    case 'time-stamp':
      return addSignature(draft, { kind: 'time-stamp', box: [0, 0, 0, 0] }, given)
    case 'time-stamp-with-kid':
      return addSignature(draft, { kind: 'time-stamp', box: [0, 0, 0, 0], kid: true }, given)
    case 'time-stamp-covering':
      return addSignature(draft, { kind: 'time-stamp', box: WHOLE_PAGE }, given)
    case 'signature':
      return addSignature(draft, { kind: 'signature', box: FREE_BOX }, given)
    case 'signature-covering':
      return addSignature(draft, { kind: 'signature', box: WHOLE_PAGE }, given)
    case 'signature-with-kid':
      return addSignature(draft, { kind: 'signature', box: FREE_BOX, kid: true }, given)
    case 'signed-field':
      return signPrepared(draft, given)
    case 'filled-field':
      return fillText(draft, given)
    case 'filled-in-place':
      return fillInPlace(draft)
    case 'checked-box':
      return check(draft)
    case 'annotation':
      return annotate(draft, given)
    case 'stamp':
      return annotate(draft, given, 'Stamp', WHOLE_PAGE)
    case 'trap':
      return springTrap(draft, given)
    case 'metadata':
      return describe(draft, given.extra)
  }
}
