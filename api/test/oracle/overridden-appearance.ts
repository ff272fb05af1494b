import {
  asciiBytes,
  concatBytes,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
} from 'pdf'
import { blotForm } from './blots.ts'
import { plainDesign } from './controls.ts'
import { add, type Draft, dictAt, pageOf, patch, put, startDraft } from './draft.ts'
import { fieldOf } from './links.ts'
import { buildOriginal } from './original.ts'
import type { Area } from './pictures.ts'
import type { Signers } from './sign-files.ts'
import { writeUpdate } from './write-update.ts'

/** Like pyHanko's `form-update-ap-indirect`. */
export interface OverriddenAppearance {
  readonly name: string
  readonly share: (draft: Draft, field: number, look: PdfRef) => void
  readonly override: (draft: Draft, field: number, look: PdfRef) => void
}

function drawOnPage(draft: Draft, xobjects: PdfObject): void {
  const page = pageOf(draft)
  const resources = dictAt(draft, dictAt(draft, pdfRef(page))?.entries.get('Resources')) ?? pdfDict({})
  const entries = new Map(resources.entries).set('XObject', xobjects)
  const contents = add(draft, pdfStream(pdfDict({}), asciiBytes('q 1 0 0 1 20 60 cm /N Do Q')))
  patch(draft, page, { Resources: { kind: 'dict', entries }, Contents: contents })
}

const forged = (): PdfObject => blotForm()

const replaceLook = (draft: Draft, _: number, look: PdfRef): void => void put(draft, look.num, forged())

function appearances(draft: Draft, field: number, look: PdfRef): PdfRef {
  const made = add(draft, pdfDict({ N: look }))
  patch(draft, field, { AP: made })
  return made
}

const appearancesOf = (draft: Draft, field: number): number => {
  const place = dictAt(draft, pdfRef(field))?.entries.get('AP')
  if (typeof place !== 'object' || place?.kind !== 'ref') throw new Error('the appearances are an indirect object')
  return place.num
}

const resourcesForm = (draft: Draft, inner: PdfRef): PdfRef =>
  add(draft, { ...blotForm({ Resources: pdfDict({ XObject: pdfDict({ In: inner }) }) }), data: asciiBytes('/In Do') })

export const overriddenAppearances: readonly OverriddenAppearance[] = [
  {
    name: 'the stream itself',
    share: (draft, _, look) => drawOnPage(draft, pdfDict({ N: look })),
    override: replaceLook,
  },
  {
    name: 'the dictionary of appearances',
    share: (draft, field, look) => drawOnPage(draft, appearances(draft, field, look)),
    override: (draft, field) => void put(draft, appearancesOf(draft, field), pdfDict({ N: add(draft, forged()) })),
  },
  {
    name: 'a stream below appearances that are also what the page draws',
    share: (draft, field, look) => drawOnPage(draft, appearances(draft, field, look)),
    override: replaceLook,
  },
  {
    name: 'a stream below another form of the page',
    share: (draft, _, look) => drawOnPage(draft, pdfDict({ N: resourcesForm(draft, look) })),
    override: replaceLook,
  },
  {
    name: 'the stream, reached from the trailer as well',
    share: (draft, _, look) => {
      draft.trailer.set('FooBar', look)
      drawOnPage(draft, pdfDict({ N: look }))
    },
    override: (draft, _, look) => {
      draft.trailer.set('FooBar', look)
      put(draft, look.num, forged())
    },
  },
  {
    name: 'the stream of another annotation',
    share: (draft, _, look) => {
      const page = pageOf(draft)
      const note = pdfDict({
        Type: pdfName('Annot'),
        Subtype: pdfName('Stamp'),
        F: 4,
        Rect: pdfArray([20, 60, 90, 76]),
        AP: pdfDict({ N: look }),
      })
      patch(draft, page, { Annots: pdfArray([pdfRef(fieldOf(draft, 'Tx') ?? 0), add(draft, note)]) })
    },
    override: replaceLook,
  },
]

/** Filling may change this area. */
const FIELD: Area = { page: 1, box: [20, 20, 90, 36] }

export async function overrideAppearance(
  each: OverriddenAppearance,
  signers: Signers,
): Promise<{ signed: Uint8Array; forged: Uint8Array; areas: readonly Area[] }> {
  const original = buildOriginal({ ...plainDesign('table'), parts: ['fields'] })
  const shared = startDraft(original)
  const field = fieldOf(shared, 'Tx')
  const look = dictAt(shared, dictAt(shared, pdfRef(field ?? 0))?.entries.get('AP'))?.entries.get('N')
  if (field === undefined || typeof look !== 'object' || look?.kind !== 'ref')
    throw new Error('a field that shows something')
  each.share(shared, field, look)
  const signed = await signers.sign(concatBytes([original, writeUpdate(shared, 'plain', new Set()).tail]), 'signed')
  const draft = startDraft(signed)
  patch(draft, field, { V: pdfString(asciiBytes('9000000')) })
  each.override(draft, field, look)
  return { signed, forged: concatBytes([signed, writeUpdate(draft, 'plain', new Set()).tail]), areas: [FIELD] }
}
