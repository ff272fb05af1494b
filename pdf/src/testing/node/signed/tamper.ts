import {
  asciiBytes,
  concatBytes,
  decodeLatin1,
  isArray,
  isDict,
  openPdf,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  withEntries,
} from '../../../syntax/index.ts'
import { inflateWithNode } from '../../../syntax/inflate-node.ts'
import { type RevisionWriter, startRevision } from '../../../write/revision.ts'
import { FONT } from './signed-sample.ts'

export function update(bytes: Uint8Array, edit: (document: PdfDocument, revision: RevisionWriter) => void): Uint8Array {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const revision = startRevision(document)
  edit(document, revision)
  return concatBytes([bytes, revision.build().tail])
}

const pageOf = (document: PdfDocument, pageNumber = 1) => {
  const page = document.page(pageNumber)
  if (page.ref === undefined) throw new Error('the page is an object')
  return { ref: page.ref, dict: page.dict }
}

const fieldOf = (document: PdfDocument, fieldName: string) => {
  const field = document.signatureFields().find((candidate) => candidate.name === fieldName)
  if (field?.ref === undefined || field.value === undefined) throw new Error(`${fieldName} is signed`)
  return { ref: field.ref, dict: field.dict, value: field.value }
}

const refOf = (object: PdfObject | undefined): PdfRef => {
  if (typeof object !== 'object' || object?.kind !== 'ref') throw new Error('expected a reference')
  return object
}

const drawing = (text: string) => pdfStream(pdfDict({}), asciiBytes(text))
const form = (text: string) =>
  pdfStream(
    pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 10, 10]) }),
    asciiBytes(text),
  )

export const changePageText = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    revision.put(refOf(pageOf(document).dict.entries.get('Contents')), drawing('1 0 0 rg 0 0 595 842 re f'))
  })

export const overlayPage = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const page = pageOf(document)
    const contents = pdfArray([page.dict.entries.get('Contents') ?? null, revision.add(drawing('0 0 595 842 re f'))])
    revision.put(page.ref, withEntries(page.dict, { Contents: contents }))
  })

export const addPage = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const tree = refOf(document.catalog.entries.get('Pages'))
    const node = document.objects.resolve(tree)
    const kids = isDict(node) ? document.objects.get(node, 'Kids') : null
    if (!isDict(node) || !isArray(kids)) throw new Error('a page tree')
    const page = revision.add(pdfDict({ Type: pdfName('Page'), Parent: tree, MediaBox: pdfArray([0, 0, 100, 100]) }))
    revision.put(tree, withEntries(node, { Kids: pdfArray([...kids.items, page]), Count: kids.items.length + 1 }))
  })

export const addOpenAction = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const action = pdfDict({ S: pdfName('JavaScript'), JS: pdfString(asciiBytes('app.alert(1)')) })
    revision.put(document.catalogRef, withEntries(document.catalog, { OpenAction: revision.add(action) }))
  })

export const swapAppearance = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const appearances = document.objects.get(fieldOf(document, 'field_ana').dict, 'AP')
    if (!isDict(appearances)) throw new Error('an appearance')
    revision.put(refOf(appearances.entries.get('N')), form('0 1 0 rg 0 0 10 10 re f'))
  })

export const moveSignedField = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const field = fieldOf(document, 'field_ana')
    revision.put(field.ref, withEntries(field.dict, { Rect: pdfArray([0, 0, 500, 500]) }))
  })

export const addNote = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const page = pageOf(document)
    const annotations = document.objects.get(page.dict, 'Annots')
    const note = revision.add(
      pdfDict({
        Type: pdfName('Annot'),
        Subtype: pdfName('FreeText'),
        Rect: pdfArray([0, 0, 595, 842]),
        AP: pdfDict({ N: revision.add(form('f')) }),
      }),
    )
    const items = isArray(annotations) ? annotations.items : []
    revision.put(page.ref, withEntries(page.dict, { Annots: pdfArray([...items, note]) }))
  })

export const swapFont = (bytes: Uint8Array) =>
  update(bytes, (_, revision) => {
    const glyphs = pdfDict({ a: revision.add(drawing('1000 0 d0')) })
    revision.put(pdfRef(FONT), pdfDict({ Type: pdfName('Font'), Subtype: pdfName('Type3'), CharProcs: glyphs }))
  })

export const cropPage = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const page = pageOf(document)
    revision.put(page.ref, withEntries(page.dict, { CropBox: pdfArray([0, 400, 595, 842]) }))
  })

export const attachFile = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const file = revision.add(pdfDict({ Type: pdfName('Filespec'), F: pdfString(asciiBytes('a.exe')) }))
    revision.put(document.catalogRef, withEntries(document.catalog, { AF: pdfArray([file]) }))
  })

export const addField = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const acroForm = document.acroForm()
    const fields = acroForm && document.objects.get(acroForm, 'Fields')
    if (acroForm === undefined || !isArray(fields ?? null)) throw new Error('a form')
    const widget = revision.add(
      pdfDict({
        Subtype: pdfName('Widget'),
        FT: pdfName('Tx'),
        T: pdfString(asciiBytes('x')),
        Rect: pdfArray([0, 0, 595, 842]),
      }),
    )
    const items = isArray(fields) ? fields.items : []
    const updated = withEntries(acroForm, { Fields: pdfArray([...items, widget]) })
    const place = document.catalog.entries.get('AcroForm')
    if (typeof place === 'object' && place?.kind === 'ref') revision.put(place, updated)
    else revision.put(document.catalogRef, withEntries(document.catalog, { AcroForm: updated }))
  })

export const dropField = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const acroForm = document.acroForm()
    const fields = acroForm && document.objects.get(acroForm, 'Fields')
    if (acroForm === undefined || !isArray(fields)) throw new Error('a form')
    const updated = withEntries(acroForm, { Fields: pdfArray(fields.items.slice(0, 2)) })
    revision.put(refOf(document.catalog.entries.get('AcroForm')), updated)
  })

export const copySignature = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const source = fieldOf(document, 'field_ana')
    const target = document.signatureFields().find(({ name: fieldName }) => fieldName === 'field_luis')
    if (target?.ref === undefined) throw new Error('a field')
    revision.put(target.ref, withEntries(target.dict, { V: revision.add(source.value) }))
  })

export const swapContents = (bytes: Uint8Array) =>
  update(bytes, (document, revision) => {
    const { dict: field, value } = fieldOf(document, 'field_ana')
    const other = withEntries(value, { Contents: pdfString(asciiBytes('another signature altogether')) })
    revision.put(refOf(field.entries.get('V')), other)
  })

export const replaceUnused = (bytes: Uint8Array) =>
  update(bytes, (_, revision) => revision.put(pdfRef(FONT + 1), drawing('Q q')))

/** Replaces the last match; lengths must be equal. */
export function patch(bytes: Uint8Array, pattern: RegExp, to: (found: string) => string): Uint8Array {
  const text = decodeLatin1(bytes)
  const matches = [...text.matchAll(new RegExp(pattern.source, 'g'))]
  const last = matches.at(-1)
  if (last === undefined) throw new Error(`nothing to patch: ${pattern}`)
  const replacement = to(last[0])
  if (replacement.length !== last[0].length) throw new Error('the length stays')
  const result = Uint8Array.from(bytes)
  result.set(asciiBytes(replacement), last.index)
  return result
}

export const spaceGap = (bytes: Uint8Array) =>
  patch(bytes, /0{40}>>>/, (found) => `${' '.repeat(40)}${found.slice(40)}`)

export const shortenRange = (bytes: Uint8Array) =>
  patch(bytes, /\/ByteRange \[0 \d+ +\d+ +\d+ *\]/, (found) =>
    found.replace(
      /(\d+)( *\])$/,
      (_, digits: string, rest: string) => `${Number(digits) - 3}`.padEnd(digits.length) + rest,
    ),
  )

export const flipBit = (bytes: Uint8Array, offset: number, bit: number): Uint8Array => {
  const result = Uint8Array.from(bytes)
  result[offset] = (result[offset] ?? 0) ^ (1 << bit)
  return result
}

/** Of a hexadecimal string. */
export const changeDigit = (bytes: Uint8Array, offset: number): Uint8Array => {
  const result = Uint8Array.from(bytes)
  result[offset] = result[offset] === 0x30 ? 0x31 : 0x30
  return result
}

export const lastContents = (bytes: Uint8Array): number =>
  decodeLatin1(bytes).lastIndexOf('/Contents <') + '/Contents <'.length
