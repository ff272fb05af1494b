import {
  asciiBytes,
  decodeLatin1,
  isArray,
  isDict,
  isNameOf,
  isStream,
  type PdfDict,
  type PdfObject,
  type PdfStream,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  withEntries,
} from 'pdf'
import { type Alteration, BLOT, blotForm, changeResources, otherFont, RESOURCES, redirect } from './blots.ts'
import { add, type Draft, dictAt, itemsAt, patch, put, read } from './draft.ts'
import { ofCatalog, ofPage, ofTree } from './page-alterations.ts'
import type { Random } from './random.ts'
import type { Target } from './reachable.ts'

const TYPES = ['XRef', 'ObjStm', 'Metadata', 'Sig', 'Font'] as const

function ofStream(draft: Draft, { num, path }: Target, object: PdfStream, random: Random): Alteration[] {
  const kept = withEntries(object.dict, { Filter: undefined, DecodeParms: undefined, Length: undefined })
  const write = (entries: PdfDict, data: Uint8Array) => () => void put(draft, num, pdfStream(entries, data))
  const isImage = isNameOf(object.dict.entries.get('Subtype'), 'Image')
  if (isImage) {
    const flat = withEntries(kept, {
      Width: 1,
      Height: 1,
      ColorSpace: pdfName('DeviceGray'),
      BitsPerComponent: 8,
      SMask: undefined,
    })
    return [{ name: 'image', run: write(flat, Uint8Array.of(0)) }]
  }
  const isForm = isNameOf(object.dict.entries.get('Subtype'), 'Form')
  const glyph = path.includes('CharProcs') ? asciiBytes('1000 0 0 0 900 900 d1 0 0 100 900 re f') : BLOT
  const found: Alteration[] = [
    { name: 'drawing', run: write(kept, glyph) },
    {
      name: 'emptied',
      run: write(kept, path.includes('CharProcs') ? asciiBytes('1000 0 0 0 0 0 d1') : asciiBytes('q Q')),
    },
    { name: 'drawing-typed', run: write(withEntries(kept, { Type: pdfName(random.pick(TYPES)) }), glyph) },
  ]
  if (isForm) {
    const moved = withEntries(object.dict, { Matrix: pdfArray([1, 0, 0, 1, 5, 5]) })
    const hidden = withEntries(object.dict, { BBox: pdfArray([0, 0, 1, 1]) })
    found.push({ name: 'matrix', run: write(moved, object.data) }, { name: 'bbox', run: write(hidden, object.data) })
  }
  return found
}

function ofAnnotation(draft: Draft, num: number): Alteration[] {
  const look = () => ({ AP: pdfDict({ N: add(draft, blotForm()) }), AS: undefined })
  return [
    { name: 'look', run: () => patch(draft, num, look()) },
    { name: 'moved', run: () => patch(draft, num, { Rect: pdfArray([10, 60, 190, 230]) }) },
    { name: 'hidden', run: () => patch(draft, num, { F: 2 }) },
    { name: 'covers', run: () => patch(draft, num, { ...look(), Rect: pdfArray([0, 0, 200, 240]) }) },
  ]
}

/** Uses the layers' own states (ISO 32000-1, 8.11.4.5). */
const usageOf = (draft: Draft, config: PdfDict): PdfObject =>
  pdfArray([
    pdfDict({
      Event: pdfName('View'),
      OCGs: pdfArray(itemsAt(draft, config.entries.get('ON'))),
      Category: pdfArray([pdfName('View')]),
    }),
  ])

function ofLayers(draft: Draft, num: number): Alteration[] {
  const found = dictAt(draft, pdfRef(num))
  if (found === undefined) return []
  const layers = itemsAt(draft, found.entries.get('OCGs') ?? found.entries.get('Order'))
  const off = pdfDict({ OFF: pdfArray(layers), BaseState: pdfName('OFF') })
  if (found.entries.has('OCGs')) return [{ name: 'layers-off', run: () => patch(draft, num, { D: off }) }]
  return [
    {
      name: 'config-off',
      run: () => patch(draft, num, { ON: pdfArray([]), OFF: pdfArray(layers), BaseState: pdfName('OFF') }),
    },
  ]
}

function ofArray(draft: Draft, { num, path }: Target, items: readonly PdfObject[]): Alteration[] {
  const found: Alteration[] = []
  if (items.length > 1) found.push({ name: 'reversed', run: () => void put(draft, num, pdfArray(items.toReversed())) })
  if (items.length > 0) found.push({ name: 'cut', run: () => void put(draft, num, pdfArray(items.slice(0, -1))) })
  if (path.endsWith('Contents')) {
    found.push({
      name: 'appended',
      run: () => void put(draft, num, pdfArray([...items, add(draft, pdfStream(pdfDict({}), BLOT))])),
    })
  }
  if (items[0] !== undefined && isNameOf(items[0], 'Separation')) {
    found.push({
      name: 'space',
      run: () =>
        void put(
          draft,
          num,
          pdfArray([pdfName('Indexed'), pdfName('DeviceRGB'), 1, { kind: 'string', bytes: asciiBytes('zzzzzz') }]),
        ),
    })
  }
  return found
}

const OTHER_VALUES: Readonly<Record<string, PdfObject>> = {
  ca: 0,
  C1: pdfArray([0, 1, 0]),
  Coords: pdfArray([0, 0, 1, 0]),
  BaseFont: pdfName('Courier-Bold'),
  Differences: pdfArray([97, pdfName('b')]),
  FontMatrix: pdfArray([0.003, 0, 0, 0.003, 0, 0]),
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
  if (isNameOf(object.entries.get('Type'), 'Font'))
    found.push({ name: 'font', run: () => void put(draft, num, otherFont(draft)) })
  for (const [key, value] of Object.entries(OTHER_VALUES)) {
    if (object.entries.has(key)) found.push({ name: key, run: () => patch(draft, num, { [key]: value }) })
  }
  if (isNameOf(object.entries.get('Type'), 'OCG'))
    found.push({ name: 'no-layer', run: () => void put(draft, num, pdfDict({ Type: pdfName('OCMD') })) })
  return found
}

function ofForm(draft: Draft, num: number): Alteration[] {
  const form = dictAt(draft, pdfRef(num))
  const fields = itemsAt(draft, form?.entries.get('Fields'))
  const set = (entries: Record<string, PdfObject | undefined>) => () => patch(draft, num, entries)
  return [
    { name: 'need-appearances', run: set({ NeedAppearances: true }) },
    { name: 'fields-cut', run: set({ Fields: pdfArray(fields.slice(1)) }) },
    {
      name: 'default-appearance',
      run: set({ DA: { kind: 'string', bytes: asciiBytes('/F1 30 Tf 1 0 0 rg') }, NeedAppearances: true }),
    },
  ]
}

function ofContainer(draft: Draft, num: number, object: PdfStream): Alteration[] {
  if (object.dict.entries.has('Filter')) return []
  const text = decodeLatin1(object.data)
  const write = (name: string, from: RegExp, to: string): Alteration[] =>
    from.test(text)
      ? [{ name, run: () => void put(draft, num, { ...object, data: asciiBytes(text.replace(from, to)) }) }]
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
  CropBox: pdfArray([50, 50, 150, 200]),
  Rotate: 180,
  UserUnit: 2,
  Matrix: pdfArray([1, 0, 0, 1, 5, 5]),
  F: 2,
  AS: pdfName('On'),
  OFF: pdfArray([]),
  OC: pdfDict({ Type: pdfName('OCMD'), VE: pdfArray([pdfName('Not'), pdfArray([pdfName('And')])]) }),
}

function missing(draft: Draft, { path }: Target): PdfObject {
  if (path.includes('Contents')) return pdfStream(pdfDict({}), BLOT)
  if (path.endsWith('/XObject')) return pdfDict({ Lost: add(draft, blotForm()) })
  const last = path.split('/').at(-1) ?? ''
  const simple = FILLERS[last]
  if (simple !== undefined) return simple
  if (last === 'Resources')
    return pdfDict({ XObject: pdfDict({ N: add(draft, blotForm()), V: add(draft, blotForm()) }) })
  if (!path.startsWith('Annots')) return blotForm()
  const look = add(draft, blotForm())
  return pdfDict({
    Type: pdfName('Annot'),
    Subtype: pdfName('Square'),
    F: 4,
    Rect: pdfArray([10, 60, 190, 230]),
    AP: pdfDict({ N: look }),
  })
}

export function alterationsOf(draft: Draft, target: Target, random: Random): Alteration[] {
  const object = read(draft, pdfRef(target.num))
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
