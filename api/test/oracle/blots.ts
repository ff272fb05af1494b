import { array, ascii, dict, name, type PdfDict, type PdfObject, type PdfStream, stream, withEntries } from 'pdf'
import { add, type Draft, dictAt } from './draft.ts'
import type { Random } from './random.ts'

export const BLOT = ascii('q 1 0 1 rg -3000 -3000 9000 9000 re f Q')

export const blotForm = (entries: Record<string, PdfObject> = {}): PdfStream =>
  stream(dict({ Type: name('XObject'), Subtype: name('Form'), BBox: array([-50, -50, 2000, 2000]), ...entries }), BLOT)

export interface Alteration {
  readonly name: string
  readonly run: () => void
}

export const otherFont = (draft: Draft): PdfDict => {
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

export const RESOURCES = new Set(['XObject', 'Font', 'ExtGState', 'Pattern', 'Shading', 'ColorSpace', 'Properties'])

export function redirect(draft: Draft, kind: string, old: PdfDict): PdfDict {
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

export function changeResources(draft: Draft, resources: PdfDict, random: Random): PdfDict {
  const kinds = [...resources.entries.keys()].filter((key) => RESOURCES.has(key))
  const kind = random.maybePick(kinds)
  if (kind === undefined) return withEntries(resources, { XObject: dict({ N: add(draft, blotForm()) }) })
  const old = dictAt(draft, resources.entries.get(kind))
  return old === undefined ? resources : withEntries(resources, { [kind]: redirect(draft, kind, old) })
}
