import {
  array,
  ascii,
  dict,
  isArray,
  isDict,
  isNamed,
  isStream,
  latin1,
  name,
  type PdfDict,
  type PdfObject,
  type PdfStream,
  ref,
  stream,
  withEntries,
} from 'shared/pdf'
import { add, type Draft, dictAt, itemsAt, patch, put, read } from './draft.ts'
import type { Random } from './random.ts'
import type { Target } from './reachable.ts'

/** Covers whatever it is drawn on. */
const BLOT = ascii('q 1 0 1 rg -3000 -3000 9000 9000 re f Q')

export const blotForm = (entries: Record<string, PdfObject> = {}): PdfStream =>
  stream(dict({ Type: name('XObject'), Subtype: name('Form'), BBox: array([-50, -50, 2000, 2000]), ...entries }), BLOT)

/** Changes an object so that something visible may change. */
export interface Alteration {
  readonly name: string
  readonly run: () => void
}

const TYPES = ['XRef', 'ObjStm', 'Metadata', 'Sig', 'Font'] as const

function ofStream(draft: Draft, { num, path }: Target, object: PdfStream, random: Random): Alteration[] {
  const kept = withEntries(object.dict, { Filter: undefined, DecodeParms: undefined, Length: undefined })
  const write = (entries: PdfDict, data: Uint8Array) => () => void put(draft, num, stream(entries, data))
  const isImage = isNamed(object.dict.entries.get('Subtype'), 'Image')
  if (isImage) {
    const flat = withEntries(kept, {
      Width: 1,
      Height: 1,
      ColorSpace: name('DeviceGray'),
      BitsPerComponent: 8,
      SMask: undefined,
    })
    return [{ name: 'image', run: write(flat, Uint8Array.of(0)) }]
  }
  const isForm = isNamed(object.dict.entries.get('Subtype'), 'Form')
  const glyph = path.includes('CharProcs') ? ascii('1000 0 0 0 900 900 d1 0 0 100 900 re f') : BLOT
  const found: Alteration[] = [
    { name: 'drawing', run: write(kept, glyph) },
    { name: 'emptied', run: write(kept, path.includes('CharProcs') ? ascii('1000 0 0 0 0 0 d1') : ascii('q Q')) },
    { name: 'drawing-typed', run: write(withEntries(kept, { Type: name(random.pick(TYPES)) }), glyph) },
  ]
  if (isForm) {
    const moved = withEntries(object.dict, { Matrix: array([1, 0, 0, 1, 5, 5]) })
    const hidden = withEntries(object.dict, { BBox: array([0, 0, 1, 1]) })
    found.push({ name: 'matrix', run: write(moved, object.data) }, { name: 'bbox', run: write(hidden, object.data) })
  }
  return found
}

/** A font whose glyphs are other ones. */
const otherFont = (draft: Draft): PdfDict => {
  const glyph = add(draft, stream(dict({}), ascii('1000 0 0 0 900 900 d1 0 0 900 900 re f')))
  const codes = Array.from({ length: 95 }, () => name('a'))
  return dict({
    Type: name('Font'),
    Subtype: name('Type3'),
    FontBBox: array([0, 0, 1000, 1000]),
    FontMatrix: array([0.001, 0, 0, 0.001, 0, 0]),
    CharProcs: dict({ a: glyph }),
    Encoding: dict({ Type: name('Encoding'), Differences: array([32, ...codes]) }),
    FirstChar: 32,
    LastChar: 126,
    Widths: array(codes.map(() => 700)),
    Resources: dict({}),
  })
}

const RESOURCES = new Set(['XObject', 'Font', 'ExtGState', 'Pattern', 'Shading', 'ColorSpace', 'Properties'])

/** Leads every entry of a resource dictionary to something else. */
function redirect(draft: Draft, kind: string, old: PdfDict): PdfDict {
  const replacements: Readonly<Record<string, () => PdfObject>> = {
    XObject: () => add(draft, blotForm()),
    Font: () => add(draft, otherFont(draft)),
    ExtGState: () => dict({ ca: 0, CA: 0 }),
    Pattern: () =>
      dict({
        PatternType: 2,
        Shading: dict({
          ShadingType: 2,
          ColorSpace: name('DeviceGray'),
          Coords: array([0, 0, 1, 0]),
          Function: dict({ FunctionType: 2, Domain: array([0, 1]), C0: array([0]), C1: array([0]), N: 1 }),
          Extend: array([true, true]),
        }),
      }),
    Shading: () =>
      dict({
        ShadingType: 2,
        ColorSpace: name('DeviceGray'),
        Coords: array([0, 0, 1, 0]),
        Function: dict({ FunctionType: 2, Domain: array([0, 1]), C0: array([0]), C1: array([0]), N: 1 }),
        Extend: array([true, true]),
      }),
    ColorSpace: () => name('DeviceGray'),
    Properties: () => dict({ Type: name('OCG'), Name: { kind: 'string', bytes: ascii('x') } }),
  }
  const make = replacements[kind]
  return make === undefined
    ? old
    : { kind: 'dict', entries: new Map([...old.entries.keys()].map((key) => [key, make()])) }
}

function changeResources(draft: Draft, resources: PdfDict, random: Random): PdfDict {
  const kinds = [...resources.entries.keys()].filter((key) => RESOURCES.has(key))
  const kind = random.maybePick(kinds)
  if (kind === undefined) return withEntries(resources, { XObject: dict({ N: add(draft, blotForm()) }) })
  const old = dictAt(draft, resources.entries.get(kind))
  return old === undefined ? resources : withEntries(resources, { [kind]: redirect(draft, kind, old) })
}

function ofPage(draft: Draft, num: number, random: Random): Alteration[] {
  const page = dictAt(draft, ref(num))
  const contents = page?.entries.get('Contents') ?? null
  const list = itemsAt(draft, contents).length > 0 ? itemsAt(draft, contents) : [contents]
  const resources = dictAt(draft, page?.entries.get('Resources'))
  const annots = itemsAt(draft, page?.entries.get('Annots'))
  const set = (entries: Record<string, PdfObject | undefined>) => () => patch(draft, num, entries)
  const found: Alteration[] = [
    { name: 'contents', run: () => patch(draft, num, { Contents: add(draft, stream(dict({}), BLOT)) }) },
    {
      name: 'contents-added',
      run: () => patch(draft, num, { Contents: array([...list, add(draft, stream(dict({}), BLOT))]) }),
    },
    { name: 'contents-cut', run: set({ Contents: array(list.slice(1)) }) },
    { name: 'rotate', run: set({ Rotate: random.pick([180, 270]) }) },
    { name: 'crop', run: set({ CropBox: array([50, 50, 150, 200]) }) },
    { name: 'media', run: set({ MediaBox: array([0, 0, 150, 150]) }) },
    { name: 'unit', run: set({ UserUnit: 2 }) },
    { name: 'annots-removed', run: set({ Annots: undefined }) },
  ]
  if (annots.length > 1) found.push({ name: 'annots-reversed', run: set({ Annots: array(annots.toReversed()) }) })
  if (resources !== undefined)
    found.push({
      name: 'resources',
      run: () => patch(draft, num, { Resources: changeResources(draft, resources, random) }),
    })
  if (annots[0] !== undefined)
    found.push({ name: 'annots-repeated', run: set({ Annots: array([...annots, annots[0]]) }) })
  const other = draft.document.pages().find(({ ref: each }) => each !== undefined && each.num !== num)
  const borrowed = other?.dict.entries.get('Contents')
  if (borrowed !== undefined) found.push({ name: 'contents-borrowed', run: set({ Contents: borrowed }) })
  return found
}

function ofTree(draft: Draft, num: number, random: Random): Alteration[] {
  const node = dictAt(draft, ref(num))
  const kids = itemsAt(draft, node?.entries.get('Kids'))
  const resources = dictAt(draft, node?.entries.get('Resources'))
  const page = (): PdfObject =>
    add(
      draft,
      dict({
        Type: name('Page'),
        Parent: ref(num),
        MediaBox: array([0, 0, 200, 240]),
        Resources: dict({}),
        Contents: add(draft, stream(dict({}), BLOT)),
      }),
    )
  const found: Alteration[] = [
    { name: 'page-swapped', run: () => patch(draft, num, { Kids: array([page(), ...kids.slice(1)]) }) },
    { name: 'page-added', run: () => patch(draft, num, { Kids: array([...kids, page()]), Count: kids.length + 1 }) },
    { name: 'tree-rotate', run: () => patch(draft, num, { Rotate: 180 }) },
  ]
  if (kids.length > 1)
    found.push({ name: 'pages-reversed', run: () => patch(draft, num, { Kids: array(kids.toReversed()) }) })
  if (resources !== undefined)
    found.push({
      name: 'tree-resources',
      run: () => patch(draft, num, { Resources: changeResources(draft, resources, random) }),
    })
  return found
}

function ofAnnotation(draft: Draft, num: number): Alteration[] {
  const look = () => ({ AP: dict({ N: add(draft, blotForm()) }), AS: undefined })
  return [
    { name: 'look', run: () => patch(draft, num, look()) },
    { name: 'moved', run: () => patch(draft, num, { Rect: array([10, 60, 190, 230]) }) },
    { name: 'hidden', run: () => patch(draft, num, { F: 2 }) },
    { name: 'covers', run: () => patch(draft, num, { ...look(), Rect: array([0, 0, 200, 240]) }) },
  ]
}

/** Lets the layers' own states decide (ISO 32000-1, 8.11.4.5). */
const usageOf = (draft: Draft, config: PdfDict): PdfObject =>
  array([
    dict({
      Event: name('View'),
      OCGs: array(itemsAt(draft, config.entries.get('ON'))),
      Category: array([name('View')]),
    }),
  ])

/** Switches layers off, in the catalog or in the dictionaries that it leads to. */
function ofLayers(draft: Draft, num: number): Alteration[] {
  const found = dictAt(draft, ref(num))
  if (found === undefined) return []
  const layers = itemsAt(draft, found.entries.get('OCGs') ?? found.entries.get('Order'))
  const off = dict({ OFF: array(layers), BaseState: name('OFF') })
  if (found.entries.has('OCGs')) return [{ name: 'layers-off', run: () => patch(draft, num, { D: off }) }]
  return [
    { name: 'config-off', run: () => patch(draft, num, { ON: array([]), OFF: array(layers), BaseState: name('OFF') }) },
  ]
}

function ofCatalog(draft: Draft, num: number): Alteration[] {
  const catalog = dictAt(draft, ref(num))
  const tree = dictAt(draft, catalog?.entries.get('Pages'))
  const layers = dictAt(draft, catalog?.entries.get('OCProperties'))
  if (catalog === undefined || tree === undefined) return []
  const found: Alteration[] = [
    {
      name: 'other-tree',
      run: () => {
        const root = add(draft, tree)
        const page = add(
          draft,
          dict({
            Type: name('Page'),
            Parent: root,
            MediaBox: array([0, 0, 200, 240]),
            Contents: add(draft, stream(dict({}), BLOT)),
          }),
        )
        put(draft, root.num, withEntries(tree, { Kids: array([page]), Count: 1 }))
        patch(draft, num, { Pages: root })
      },
    },
    {
      name: 'other-root',
      run: () => {
        const page = add(
          draft,
          dict({ Type: name('Page'), MediaBox: array([0, 0, 200, 240]), Contents: add(draft, stream(dict({}), BLOT)) }),
        )
        const root = add(
          draft,
          withEntries(catalog, { Pages: add(draft, withEntries(tree, { Kids: array([page]), Count: 1 })) }),
        )
        draft.trailer.set('Root', root)
      },
    },
  ]
  if (layers !== undefined) {
    const off = dict({ OFF: array(itemsAt(draft, layers.entries.get('OCGs'))), BaseState: name('OFF') })
    found.push({
      name: 'catalog-layers',
      run: () => patch(draft, num, { OCProperties: withEntries(layers, { D: off }) }),
    })
  }
  return found
}

function ofArray(draft: Draft, { num, path }: Target, items: readonly PdfObject[]): Alteration[] {
  const found: Alteration[] = []
  if (items.length > 1) found.push({ name: 'reversed', run: () => void put(draft, num, array(items.toReversed())) })
  if (items.length > 0) found.push({ name: 'cut', run: () => void put(draft, num, array(items.slice(0, -1))) })
  if (path.endsWith('Contents')) {
    found.push({
      name: 'appended',
      run: () => void put(draft, num, array([...items, add(draft, stream(dict({}), BLOT))])),
    })
  }
  if (items[0] !== undefined && isNamed(items[0], 'Separation')) {
    found.push({
      name: 'space',
      run: () =>
        void put(
          draft,
          num,
          array([name('Indexed'), name('DeviceRGB'), 1, { kind: 'string', bytes: ascii('zzzzzz') }]),
        ),
    })
  }
  return found
}

/** Keys of dictionaries that have a look of their own, and what they become. */
const OTHER_VALUES: Readonly<Record<string, PdfObject>> = {
  ca: 0,
  C1: array([0, 1, 0]),
  Coords: array([0, 0, 1, 0]),
  BaseFont: name('Courier-Bold'),
  Differences: array([97, name('b')]),
  FontMatrix: array([0.003, 0, 0, 0.003, 0, 0]),
}

function ofDictionary(draft: Draft, { num, path }: Target, object: PdfDict, random: Random): Alteration[] {
  const last = path.split('/').at(-1) ?? ''
  const found: Alteration[] = []
  if (object.entries.has('Rect')) found.push(...ofAnnotation(draft, num))
  if (path === 'AcroForm') found.push(...ofForm(draft, num))
  if (path.startsWith('OCProperties')) found.push(...ofLayers(draft, num))
  const entry = random.maybePick([...object.entries].filter(([, value]) => isStream(read(draft, value))))
  if (entry !== undefined)
    found.push({ name: `entry ${entry[0]}`, run: () => patch(draft, num, { [entry[0]]: add(draft, blotForm()) }) })
  if (object.entries.has('ON'))
    found.push({ name: 'usage', run: () => patch(draft, num, { AS: usageOf(draft, object) }) })
  if (RESOURCES.has(last)) {
    found.push({ name: 'redirected', run: () => void put(draft, num, redirect(draft, last, object)) })
    const [first, second] = [...object.entries.values()]
    if (first !== undefined && second !== undefined) {
      const keys = [...object.entries.keys()].toReversed()
      const swapped = new Map([...object.entries.values()].map((value, at) => [keys[at] ?? '', value]))
      found.push({ name: 'swapped', run: () => void put(draft, num, { kind: 'dict', entries: swapped }) })
    }
  }
  if (last === 'Resources')
    found.push({ name: 'resources', run: () => void put(draft, num, changeResources(draft, object, random)) })
  if (last === 'AP') found.push({ name: 'look', run: () => patch(draft, num, { N: add(draft, blotForm()) }) })
  if (isNamed(object.entries.get('Type'), 'Font'))
    found.push({ name: 'font', run: () => void put(draft, num, otherFont(draft)) })
  for (const [key, value] of Object.entries(OTHER_VALUES)) {
    if (object.entries.has(key)) found.push({ name: key, run: () => patch(draft, num, { [key]: value }) })
  }
  if (isNamed(object.entries.get('Type'), 'OCG'))
    found.push({ name: 'no-layer', run: () => void put(draft, num, dict({ Type: name('OCMD') })) })
  return found
}

function ofForm(draft: Draft, num: number): Alteration[] {
  const form = dictAt(draft, ref(num))
  const fields = itemsAt(draft, form?.entries.get('Fields'))
  const set = (entries: Record<string, PdfObject | undefined>) => () => patch(draft, num, entries)
  return [
    { name: 'need-appearances', run: set({ NeedAppearances: true }) },
    { name: 'fields-cut', run: set({ Fields: array(fields.slice(1)) }) },
    {
      name: 'default-appearance',
      run: set({ DA: { kind: 'string', bytes: ascii('/F1 30 Tf 1 0 0 rg') }, NeedAppearances: true }),
    },
  ]
}

/** Replaces an object stream by one in which other things stand. */
function ofContainer(draft: Draft, num: number, object: PdfStream): Alteration[] {
  if (object.dict.entries.has('Filter')) return []
  const text = latin1(object.data)
  const write = (name: string, from: RegExp, to: string): Alteration[] =>
    from.test(text)
      ? [{ name, run: () => void put(draft, num, { ...object, data: ascii(text.replace(from, to)) }) }]
      : []
  return [
    ...write('packed-font', /\/Helvetica/, '/Courier  '),
    ...write('packed-alpha', /\/ca 0\.5/, '/ca 0.0'),
    ...write('packed-rect', /\/Rect \[115 15/, '/Rect [015 15'),
    ...write('packed-colour', /\/C1 \[0 0 1\]/, '/C1 [1 1 1]'),
    ...write('packed-media', /\/MediaBox \[0 0 200/, '/MediaBox [0 0 150'),
  ]
}

const removals = (draft: Draft, num: number): Alteration[] => [
  { name: 'null', run: () => void put(draft, num, null) },
  { name: 'freed', run: () => void draft.freed.add(num) },
]

const FILLERS: Readonly<Record<string, PdfObject>> = {
  CropBox: array([50, 50, 150, 200]),
  Rotate: 180,
  UserUnit: 2,
  Matrix: array([1, 0, 0, 1, 5, 5]),
  F: 2,
  AS: name('On'),
  OFF: array([]),
  OC: dict({ Type: name('OCMD'), VE: array([name('Not'), array([name('And')])]) }),
}

/** Something for a reference that led to nothing. */
function missing(draft: Draft, { path }: Target): PdfObject {
  if (path.includes('Contents')) return stream(dict({}), BLOT)
  if (path.endsWith('/XObject')) return dict({ Lost: add(draft, blotForm()) })
  const last = path.split('/').at(-1) ?? ''
  const simple = FILLERS[last]
  if (simple !== undefined) return simple
  if (last === 'Resources') return dict({ XObject: dict({ N: add(draft, blotForm()), V: add(draft, blotForm()) }) })
  if (!path.startsWith('Annots')) return blotForm()
  const look = add(draft, blotForm())
  return dict({
    Type: name('Annot'),
    Subtype: name('Square'),
    F: 4,
    Rect: array([10, 60, 190, 230]),
    AP: dict({ N: look }),
  })
}

/** What may become of an object, so that a page looks different. */
export function alterationsOf(draft: Draft, target: Target, random: Random): Alteration[] {
  const object = read(draft, ref(target.num))
  if (object === null) return [{ name: 'filled-in', run: () => void put(draft, target.num, missing(draft, target)) }]
  const found = changesOf(draft, target, object, random)
  return random.chance(0.9) && found.length > 0 ? found : removals(draft, target.num)
}

function changesOf(draft: Draft, target: Target, object: PdfObject, random: Random): Alteration[] {
  if (target.path === 'Page') return ofPage(draft, target.num, random)
  if (target.path === 'Pages') return ofTree(draft, target.num, random)
  if (target.path === 'Catalog') return ofCatalog(draft, target.num)
  if (isStream(object) && target.path === 'ObjectStream') return ofContainer(draft, target.num, object)
  if (isStream(object)) return ofStream(draft, target, object, random)
  if (isArray(object)) return ofArray(draft, target, object.items)
  if (isDict(object)) return ofDictionary(draft, target, object, random)
  return typeof object === 'number' ? [{ name: 'number', run: () => void put(draft, target.num, 5) }] : []
}
