import { array, ascii, dict, name, type PdfObject, ref, stream } from 'pdf'
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
  FT: name('Btn'),
  Rect: array(WHOLE_PAGE),
  V: name('Off'),
  AS: name('Off'),
  AP: dict({ N: dict({ On: add(draft, blotForm()), Off: add(draft, blank()) }) }),
  ...more,
})

const bigText =
  (more: Readonly<Record<string, PdfObject | undefined>> = {}) =>
  () => ({
    FT: name('Tx'),
    Rect: array(WHOLE_PAGE),
    DA: text('/F1 10 Tf 0 g'),
    ...more,
  })

/** The field is also the default configuration of the layers. */
function layLayers(draft: Draft): boolean {
  const properties = dictAt(draft, ref(catalogOf(draft)))?.entries.get('OCProperties')
  const config = dictAt(draft, dictAt(draft, properties)?.entries.get('D'))
  if (typeof properties !== 'object' || properties?.kind !== 'ref' || config === undefined) return false
  const off = dict({ View: dict({ ViewState: name('OFF') }), Print: dict({ PrintState: name('OFF') }) })
  for (const layer of itemsAt(draft, config.entries.get('ON')))
    if (typeof layer === 'object' && layer?.kind === 'ref') patch(draft, layer.num, { Usage: off })
  const field = addField(draft, {
    ...Object.fromEntries(config.entries),
    T: text(FIELD),
    FT: name('Tx'),
    Rect: array(SMALL),
  })
  patch(draft, properties.num, { D: ref(field) })
  return true
}

function turnLayersOff(draft: Draft): void {
  const field = namedField(draft, FIELD)
  const layers = array(itemsAt(draft, dictAt(draft, ref(field))?.entries.get('ON')))
  const usage = dict({ Event: name('View'), OCGs: layers, Category: array([name('View'), name('Print')]) })
  // An empty value draws nothing that would hide what the layers do.
  patch(draft, field, { V: text(' '), AS: array([usage]) })
}

/** A note whose look readers draw with a font of the form. */
function layNote(draft: Draft, random: Random): true {
  const asked = random.pick(['/Ge', '/G#65', '/#47e', '/#47#65'])
  const note = dict({
    Type: name('Annot'),
    Subtype: name('FreeText'),
    F: 4,
    Rect: array([20, 180, 180, 230]),
    Contents: text('El precio es 5 000'),
    DA: text(`0 g ${asked} 18 Tf`),
  })
  append(draft, pageOf(draft), 'Annots', [add(draft, note)])
  return true
}

function layKids(draft: Draft): true {
  const parent = add(draft, dict({}))
  const kid = (rect: readonly number[]): PdfObject =>
    add(draft, dict({ Type: name('Annot'), Subtype: name('Widget'), F: 4, Parent: parent, Rect: array(rect) }))
  const kids = [kid(SMALL), kid(WHOLE_PAGE)]
  patch(draft, parent.num, { FT: name('Tx'), T: text(FIELD), DA: text('/F1 10 Tf 0 g'), Kids: array(kids) })
  append(draft, pageOf(draft), 'Annots', kids)
  append(draft, formOf(draft), 'Fields', [parent])
  return true
}

function fillKid(draft: Draft): void {
  const field = namedField(draft, FIELD)
  const kid = itemsAt(draft, dictAt(draft, ref(field))?.entries.get('Kids'))[1]
  if (typeof kid !== 'object' || kid?.kind !== 'ref') throw new Error('a field with two widgets')
  patch(draft, field, { V: text('x') })
  patch(draft, kid.num, { AP: looks(draft) })
}

const emptySignature =
  (more: (draft: Draft) => Readonly<Record<string, PdfObject | undefined>>) =>
  (draft: Draft): true => {
    addField(draft, { FT: name('Sig'), T: text(FIELD), Rect: array(WHOLE_PAGE), ...more(draft) })
    return true
  }

function layLocked(draft: Draft, random: Random): true {
  addField(draft, { T: text(FIELD), ...bigText()() })
  const action = random.pick(['Include', 'Include', 'All', 'Exclude'])
  const Fields = action === 'All' ? undefined : array(action === 'Include' ? [text(FIELD)] : [])
  const Lock = dict({ Type: name('SigFieldLock'), Action: name(action), Fields })
  addField(draft, { FT: name('Sig'), T: text(SIGNATURE), Rect: array(SMALL), Lock })
  return true
}

function layLink(draft: Draft): true {
  const link = dict({ Type: name('Annot'), Subtype: name('Link'), Rect: array(SMALL), NM: text(FIELD) })
  append(draft, pageOf(draft), 'Annots', [add(draft, link)])
  return true
}

function turnLinkIntoStamp(draft: Draft): void {
  const annots = itemsAt(draft, dictAt(draft, ref(pageOf(draft)))?.entries.get('Annots'))
  const link = annots.find((each) => dictAt(draft, each)?.entries.has('NM') === true)
  if (typeof link !== 'object' || link?.kind !== 'ref') throw new Error('a link')
  patch(draft, link.num, { Subtype: name('Stamp'), F: 4, Rect: array(WHOLE_PAGE), AP: looks(draft) })
}

/** Around the page's title; about 5 % of the page. */
const TITLE = [15, 194, 130, 216] as const

const other = (rect: readonly number[]): PdfObject => {
  const look = sized(rect)
  return typeof look === 'object' && look?.kind === 'stream' ? { ...look, data: ascii('0 0 1 rg 2 2 30 6 re f') } : look
}

const noName = (draft: Draft, random: Random): PdfObject =>
  random.pick([
    () => text('On'),
    () => array([name('On')]),
    () => add(draft, name('On')),
    () => dict({ N: name('On') }),
    () => name('on'),
  ])()

const sized = (rect: readonly number[]): PdfObject =>
  stream(
    dict({ Type: name('XObject'), Subtype: name('Form'), BBox: array([0, 0, (rect[2] ?? 0) - (rect[0] ?? 0), 12]) }),
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
    lay: emptySignature(() => ({ Rect: array([0, 0, 0, 0]) })),
    spring: (draft, sign, random) =>
      sign(namedField(draft, FIELD), {
        AP: looks(draft),
        Rect: random.chance(0.5) ? array(WHOLE_PAGE) : array([0, 0, 0, 0]),
      }),
  },
  {
    name: 'dangling-signature',
    lay: emptySignature((draft) => ({ V: ref(draft.next++), AP: looks(draft, blank()) })),
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
      AP: dict({ N: dict({ On: add(draft, blotForm()), Off: add(draft, blank()) }) }),
    })),
    spring: fill(() => ({ AS: name('On') })),
  },
  {
    name: 'large-choice',
    lay: layField(() => ({ ...bigText({ FT: name('Ch'), Ff: 1 << 17, Opt: array([text('x'), text('y')]) })() })),
    spring: fill((draft) => ({ AP: looks(draft), I: array([0]) })),
  },
  { name: 'large-box', lay: layField(box({})), spring: fill(() => ({ V: name('On'), AS: name('On') })) },
  { name: 'large-box-by-state', lay: layField(box({})), spring: fill(() => ({ V: name('Off'), AS: name('On') })) },
  {
    name: 'state-no-name',
    lay: layField(box({})),
    spring: fill((draft, random) => ({ V: name('On'), AS: noName(draft, random) })),
  },
  {
    name: 'state-missing',
    lay: layField(box({ AS: undefined })),
    spring: fill((_, random) => ({ V: name('On'), AS: random.pick([undefined, name('On')]) })),
  },
  {
    name: 'not-turned-text',
    lay: layField(() => ({ ...bigText({ Rect: array([30, 30, 190, 60]), F: 4 + 16 })() })),
    spring: fill((draft) => ({ AP: looks(draft, sized([30, 30, 190, 60])) })),
  },
  {
    name: 'not-zoomed-text',
    lay: layField(() => ({ ...bigText({ Rect: array([30, 30, 90, 60]), F: 4 + 8 })() })),
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
    lay: (draft, random) => layNote(draft, random) && emptySignature(() => ({ Rect: array(SMALL) }))(draft),
    spring: (draft, sign) => {
      addFormFont(draft)
      sign(namedField(draft, FIELD))
    },
  },
  {
    name: 'signature-over-ink',
    lay: emptySignature(() => ({ Rect: array(TITLE) })),
    spring: (draft, sign) => sign(namedField(draft, FIELD), { AP: looks(draft, sized(TITLE)) }),
  },
  {
    name: 'text-over-ink',
    lay: layField(() => ({ ...bigText({ Rect: array(TITLE) })() })),
    spring: fill((draft) => ({ AP: looks(draft, sized(TITLE)) })),
  },
  {
    name: 'text-that-changes',
    lay: layField((draft) => ({
      ...bigText({ Rect: array(SMALL), V: text('5 000'), AP: looks(draft, other(SMALL)) })(),
    })),
    spring: fill((draft) => ({ AP: looks(draft, sized(SMALL)) })),
  },
  { name: 'link-becomes-stamp', lay: layLink, spring: turnLinkIntoStamp },
]
