import { asciiBytes, type PdfObject, pdfArray, pdfDict, pdfName, pdfRef, pdfStream } from 'pdf'
import { BLOT, blotForm } from './blots.ts'
import { add, append, catalogOf, type Draft, dictAt, formOf, itemsAt, pageOf, patch } from './draft.ts'
import { indirectTraps } from './indirect-traps.ts'
import type { Random } from './random.ts'
import {
  addField,
  addFormFont,
  blank,
  FIELD,
  looks,
  namedField,
  type SignField,
  SMALL,
  type Trap,
  text,
  WHOLE_PAGE,
} from './trap-fields.ts'

const SIGNATURE = 'tercera'

const layField =
  (entries: (draft: Draft, random: Random) => Readonly<Record<string, PdfObject | undefined>>) =>
  (draft: Draft, random: Random): true => {
    addField(draft, { T: text(FIELD), ...entries(draft, random) })
    return true
  }

const fill =
  (entries: (draft: Draft, random: Random) => Readonly<Record<string, PdfObject | undefined>>) =>
  (draft: Draft, _: SignField, random: Random): void =>
    patch(draft, namedField(draft, FIELD), { V: text('x'), ...entries(draft, random) })

const box = (more: Readonly<Record<string, PdfObject | undefined>>) => (draft: Draft) => ({
  FT: pdfName('Btn'),
  Rect: pdfArray(WHOLE_PAGE),
  V: pdfName('Off'),
  AS: pdfName('Off'),
  AP: pdfDict({ N: pdfDict({ On: add(draft, blotForm()), Off: add(draft, blank()) }) }),
  ...more,
})

const bigText =
  (more: Readonly<Record<string, PdfObject | undefined>> = {}) =>
  () => ({
    FT: pdfName('Tx'),
    Rect: pdfArray(WHOLE_PAGE),
    DA: text('/F1 10 Tf 0 g'),
    ...more,
  })

/** The field is also the default configuration of the layers. */
function layLayers(draft: Draft): boolean {
  const properties = dictAt(draft, pdfRef(catalogOf(draft)))?.entries.get('OCProperties')
  const config = dictAt(draft, dictAt(draft, properties)?.entries.get('D'))
  if (typeof properties !== 'object' || properties?.kind !== 'ref' || config === undefined) return false
  const off = pdfDict({ View: pdfDict({ ViewState: pdfName('OFF') }), Print: pdfDict({ PrintState: pdfName('OFF') }) })
  for (const layer of itemsAt(draft, config.entries.get('ON')))
    if (typeof layer === 'object' && layer?.kind === 'ref') patch(draft, layer.num, { Usage: off })
  const field = addField(draft, {
    ...Object.fromEntries(config.entries),
    T: text(FIELD),
    FT: pdfName('Tx'),
    Rect: pdfArray(SMALL),
  })
  patch(draft, properties.num, { D: pdfRef(field) })
  return true
}

function turnLayersOff(draft: Draft): void {
  const field = namedField(draft, FIELD)
  const layers = pdfArray(itemsAt(draft, dictAt(draft, pdfRef(field))?.entries.get('ON')))
  const usage = pdfDict({
    Event: pdfName('View'),
    OCGs: layers,
    Category: pdfArray([pdfName('View'), pdfName('Print')]),
  })
  // An empty value draws nothing that would hide what the layers do.
  patch(draft, field, { V: text(' '), AS: pdfArray([usage]) })
}

/** A note whose look readers draw with a font of the form. */
function layNote(draft: Draft, random: Random): true {
  const asked = random.pick(['/Ge', '/G#65', '/#47e', '/#47#65'])
  const note = pdfDict({
    Type: pdfName('Annot'),
    Subtype: pdfName('FreeText'),
    F: 4,
    Rect: pdfArray([20, 180, 180, 230]),
    Contents: text('El precio es 5 000'),
    DA: text(`0 g ${asked} 18 Tf`),
  })
  append(draft, pageOf(draft), 'Annots', [add(draft, note)])
  return true
}

function layKids(draft: Draft): true {
  const parent = add(draft, pdfDict({}))
  const kid = (rect: readonly number[]): PdfObject =>
    add(
      draft,
      pdfDict({ Type: pdfName('Annot'), Subtype: pdfName('Widget'), F: 4, Parent: parent, Rect: pdfArray(rect) }),
    )
  const kids = [kid(SMALL), kid(WHOLE_PAGE)]
  patch(draft, parent.num, { FT: pdfName('Tx'), T: text(FIELD), DA: text('/F1 10 Tf 0 g'), Kids: pdfArray(kids) })
  append(draft, pageOf(draft), 'Annots', kids)
  append(draft, formOf(draft), 'Fields', [parent])
  return true
}

function fillKid(draft: Draft): void {
  const field = namedField(draft, FIELD)
  const kid = itemsAt(draft, dictAt(draft, pdfRef(field))?.entries.get('Kids'))[1]
  if (typeof kid !== 'object' || kid?.kind !== 'ref') throw new Error('a field with two widgets')
  patch(draft, field, { V: text('x') })
  patch(draft, kid.num, { AP: looks(draft) })
}

const emptySignature =
  (more: (draft: Draft) => Readonly<Record<string, PdfObject | undefined>>) =>
  (draft: Draft): true => {
    addField(draft, { FT: pdfName('Sig'), T: text(FIELD), Rect: pdfArray(WHOLE_PAGE), ...more(draft) })
    return true
  }

function layLocked(draft: Draft, random: Random): true {
  addField(draft, { T: text(FIELD), ...bigText()() })
  const action = random.pick(['Include', 'Include', 'All', 'Exclude'])
  const Fields = action === 'All' ? undefined : pdfArray(action === 'Include' ? [text(FIELD)] : [])
  const Lock = pdfDict({ Type: pdfName('SigFieldLock'), Action: pdfName(action), Fields })
  addField(draft, { FT: pdfName('Sig'), T: text(SIGNATURE), Rect: pdfArray(SMALL), Lock })
  return true
}

function layLink(draft: Draft): true {
  const link = pdfDict({ Type: pdfName('Annot'), Subtype: pdfName('Link'), Rect: pdfArray(SMALL), NM: text(FIELD) })
  append(draft, pageOf(draft), 'Annots', [add(draft, link)])
  return true
}

function turnLinkIntoStamp(draft: Draft): void {
  const annots = itemsAt(draft, dictAt(draft, pdfRef(pageOf(draft)))?.entries.get('Annots'))
  const link = annots.find((each) => dictAt(draft, each)?.entries.has('NM') === true)
  if (typeof link !== 'object' || link?.kind !== 'ref') throw new Error('a link')
  patch(draft, link.num, { Subtype: pdfName('Stamp'), F: 4, Rect: pdfArray(WHOLE_PAGE), AP: looks(draft) })
}

/** Around the page's title; about 5 % of the page. */
const TITLE = [15, 194, 130, 216] as const

const other = (rect: readonly number[]): PdfObject => {
  const look = sized(rect)
  return typeof look === 'object' && look?.kind === 'stream'
    ? { ...look, data: asciiBytes('0 0 1 rg 2 2 30 6 re f') }
    : look
}

const noName = (draft: Draft, random: Random): PdfObject =>
  random.pick([
    () => text('On'),
    () => pdfArray([pdfName('On')]),
    () => add(draft, pdfName('On')),
    () => pdfDict({ N: pdfName('On') }),
    () => pdfName('on'),
  ])()

const sized = (rect: readonly number[]): PdfObject =>
  pdfStream(
    pdfDict({
      Type: pdfName('XObject'),
      Subtype: pdfName('Form'),
      BBox: pdfArray([0, 0, (rect[2] ?? 0) - (rect[0] ?? 0), 12]),
    }),
    BLOT,
  )

export const TRAPS: readonly Trap[] = [
  ...indirectTraps,
  {
    name: 'large-signature',
    lay: emptySignature(() => ({})),
    spring: (draft, sign) => sign(namedField(draft, FIELD), { AP: looks(draft) }),
  },
  {
    name: 'hidden-signature',
    lay: emptySignature(() => ({ F: 2 + 4 })),
    spring: (draft, sign) => sign(namedField(draft, FIELD), { AP: looks(draft), F: 4 }),
  },
  {
    name: 'hidden-drawn-signature',
    lay: emptySignature((draft) => ({ F: 2 + 4, AP: looks(draft) })),
    spring: (draft, sign, random) => sign(namedField(draft, FIELD), { F: random.pick([4, 132, 0, undefined]) }),
  },
  {
    name: 'flat-signature',
    lay: emptySignature(() => ({ Rect: pdfArray([0, 0, 0, 0]) })),
    spring: (draft, sign, random) =>
      sign(namedField(draft, FIELD), {
        AP: looks(draft),
        Rect: random.chance(0.5) ? pdfArray(WHOLE_PAGE) : pdfArray([0, 0, 0, 0]),
      }),
  },
  {
    name: 'dangling-signature',
    lay: emptySignature((draft) => ({ V: pdfRef(draft.next++), AP: looks(draft, blank()) })),
    spring: (draft, sign) => sign(namedField(draft, FIELD), { AP: looks(draft) }),
  },
  {
    name: 'time-stamp-in-field',
    lay: emptySignature(() => ({ F: 2 })),
    spring: (draft, sign) => sign(namedField(draft, FIELD), { AP: looks(draft), F: 4 }, 'time-stamp'),
  },
  {
    name: 'locked-text',
    lay: layLocked,
    spring: (draft, sign) => {
      patch(draft, namedField(draft, FIELD), { V: text('x'), AP: looks(draft) })
      sign(namedField(draft, SIGNATURE))
    },
  },
  { name: 'large-text', lay: layField(bigText()), spring: fill((draft) => ({ AP: looks(draft) })) },
  {
    name: 'text-with-states',
    lay: layField((draft) => ({
      ...bigText()(),
      AP: pdfDict({ N: pdfDict({ On: add(draft, blotForm()), Off: add(draft, blank()) }) }),
    })),
    spring: fill(() => ({ AS: pdfName('On') })),
  },
  {
    name: 'large-choice',
    lay: layField(() => ({ ...bigText({ FT: pdfName('Ch'), Ff: 1 << 17, Opt: pdfArray([text('x'), text('y')]) })() })),
    spring: fill((draft) => ({ AP: looks(draft), I: pdfArray([0]) })),
  },
  { name: 'large-box', lay: layField(box({})), spring: fill(() => ({ V: pdfName('On'), AS: pdfName('On') })) },
  {
    name: 'large-box-by-state',
    lay: layField(box({})),
    spring: fill(() => ({ V: pdfName('Off'), AS: pdfName('On') })),
  },
  {
    name: 'state-no-name',
    lay: layField(box({})),
    spring: fill((draft, random) => ({ V: pdfName('On'), AS: noName(draft, random) })),
  },
  {
    name: 'state-missing',
    lay: layField(box({ AS: undefined })),
    spring: fill((_, random) => ({ V: pdfName('On'), AS: random.pick([undefined, pdfName('On')]) })),
  },
  {
    name: 'not-turned-text',
    lay: layField(() => ({ ...bigText({ Rect: pdfArray([30, 30, 190, 60]), F: 4 + 16 })() })),
    spring: fill((draft) => ({ AP: looks(draft, sized([30, 30, 190, 60])) })),
  },
  {
    name: 'not-zoomed-text',
    lay: layField(() => ({ ...bigText({ Rect: pdfArray([30, 30, 90, 60]), F: 4 + 8 })() })),
    spring: fill((draft) => ({ AP: looks(draft, sized([30, 30, 90, 60])) })),
  },
  {
    name: 'text-on-two-pages',
    lay: (draft) => {
      const pages = draft.document.pageCount > 1 ? [1, 2] : [1, 1]
      addField(draft, { T: text(FIELD), ...bigText()() }, pages)
      return true
    },
    spring: fill((draft) => ({ AP: looks(draft) })),
  },
  { name: 'text-with-two-widgets', lay: layKids, spring: fillKid },
  { name: 'layers-through-field', mayBeUnseen: true, lay: layLayers, spring: turnLayersOff },
  { name: 'form-font', lay: layNote, spring: addFormFont },
  {
    name: 'form-font-and-signature',
    lay: (draft, random) => layNote(draft, random) && emptySignature(() => ({ Rect: pdfArray(SMALL) }))(draft),
    spring: (draft, sign) => {
      addFormFont(draft)
      sign(namedField(draft, FIELD))
    },
  },
  {
    name: 'signature-over-ink',
    lay: emptySignature(() => ({ Rect: pdfArray(TITLE) })),
    spring: (draft, sign) => sign(namedField(draft, FIELD), { AP: looks(draft, sized(TITLE)) }),
  },
  {
    name: 'text-over-ink',
    lay: layField(() => ({ ...bigText({ Rect: pdfArray(TITLE) })() })),
    spring: fill((draft) => ({ AP: looks(draft, sized(TITLE)) })),
  },
  {
    name: 'text-that-changes',
    lay: layField((draft) => ({
      ...bigText({ Rect: pdfArray(SMALL), V: text('5 000'), AP: looks(draft, other(SMALL)) })(),
    })),
    spring: fill((draft) => ({ AP: looks(draft, sized(SMALL)) })),
  },
  { name: 'link-becomes-stamp', lay: layLink, spring: turnLinkIntoStamp },
]
