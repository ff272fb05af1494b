import {
  asciiBytes,
  type PdfDict,
  type PdfObject,
  type PdfStream,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  withEntries,
} from 'pdf'
import { add, type Draft, dictAt } from './draft.ts'
import type { Random } from './random.ts'

export const BLOT = asciiBytes('q 1 0 1 rg -3000 -3000 9000 9000 re f Q')

export const blotForm = (entries: Record<string, PdfObject> = {}): PdfStream =>
  pdfStream(
    pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([-50, -50, 2000, 2000]), ...entries }),
    BLOT,
  )

export interface Alteration {
  readonly name: string
  readonly run: () => void
}

export const otherFont = (draft: Draft): PdfDict => {
  const glyph = add(draft, pdfStream(pdfDict({}), asciiBytes('1000 0 0 0 900 900 d1 0 0 900 900 re f')))
  const codes = Array.from({ length: 95 }, () => pdfName('a'))
  return pdfDict({
    Type: pdfName('Font'),
    Subtype: pdfName('Type3'),
    FontBBox: pdfArray([0, 0, 1000, 1000]),
    FontMatrix: pdfArray([0.001, 0, 0, 0.001, 0, 0]),
    CharProcs: pdfDict({ a: glyph }),
    Encoding: pdfDict({ Type: pdfName('Encoding'), Differences: pdfArray([32, ...codes]) }),
    FirstChar: 32,
    LastChar: 126,
    Widths: pdfArray(codes.map(() => 700)),
    Resources: pdfDict({}),
  })
}

export const RESOURCES = new Set(['XObject', 'Font', 'ExtGState', 'Pattern', 'Shading', 'ColorSpace', 'Properties'])

export function redirect(draft: Draft, kind: string, old: PdfDict): PdfDict {
  const replacements: Readonly<Record<string, () => PdfObject>> = {
    XObject: () => add(draft, blotForm()),
    Font: () => add(draft, otherFont(draft)),
    ExtGState: () => pdfDict({ ca: 0, CA: 0 }),
    Pattern: () =>
      pdfDict({
        PatternType: 2,
        Shading: pdfDict({
          ShadingType: 2,
          ColorSpace: pdfName('DeviceGray'),
          Coords: pdfArray([0, 0, 1, 0]),
          Function: pdfDict({ FunctionType: 2, Domain: pdfArray([0, 1]), C0: pdfArray([0]), C1: pdfArray([0]), N: 1 }),
          Extend: pdfArray([true, true]),
        }),
      }),
    Shading: () =>
      pdfDict({
        ShadingType: 2,
        ColorSpace: pdfName('DeviceGray'),
        Coords: pdfArray([0, 0, 1, 0]),
        Function: pdfDict({ FunctionType: 2, Domain: pdfArray([0, 1]), C0: pdfArray([0]), C1: pdfArray([0]), N: 1 }),
        Extend: pdfArray([true, true]),
      }),
    ColorSpace: () => pdfName('DeviceGray'),
    Properties: () => pdfDict({ Type: pdfName('OCG'), Name: { kind: 'string', bytes: asciiBytes('x') } }),
  }
  const make = replacements[kind]
  return make === undefined
    ? old
    : { kind: 'dict', entries: new Map([...old.entries.keys()].map((key) => [key, make()])) }
}

export function changeResources(draft: Draft, resources: PdfDict, random: Random): PdfDict {
  const kinds = [...resources.entries.keys()].filter((key) => RESOURCES.has(key))
  const kind = random.maybePick(kinds)
  if (kind === undefined) return withEntries(resources, { XObject: pdfDict({ N: add(draft, blotForm()) }) })
  const old = dictAt(draft, resources.entries.get(kind))
  return old === undefined ? resources : withEntries(resources, { [kind]: redirect(draft, kind, old) })
}
