import {
  isArray,
  isRef,
  malformedPdf,
  openPdf,
  type PageRect,
  type PdfDocument,
  PdfError,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  readFormFields,
  roundPoints,
  textString,
  toPdfBox,
  withEntries,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { planWidgetTags, type WidgetTags } from '../tags/index.ts'
import { type RevisionWriter, startRevision } from '../write/revision.ts'
import { addFormField, createCheckMark, type FormFieldToPrepare, formResources } from './add-form-fields.ts'
import { completeAppearances } from './complete-appearances.ts'
import { lockEntries } from './fill-form-fields.ts'
import { hideReplaced } from './fillable-fields.ts'

/** An empty signature field. All are added before the first signature: readers accept no new ones afterwards. */
export interface FieldToPrepare {
  /** Partial name: unique, without a dot. */
  readonly name: string
  /** From 1. */
  readonly page: number
  /** Fractions of the visible page, from its top left corner. */
  readonly rect: PageRect
  /** Accessible name and tooltip. */
  readonly tooltip: string
  /** Form fields that this signature locks (/Lock). */
  readonly locks?: readonly string[]
}

/** Points; less would round to zero. */
const SMALLEST_SIDE = 0.01
/** Print and Locked (ISO 32000-1, 12.5.3). */
const WIDGET_FLAGS = 4 + 128
/** SignaturesExist and AppendOnly (12.7.2). */
const SIG_FLAGS = 3

const EMPTY_APPEARANCE = pdfStream(
  pdfDict({
    Type: pdfName('XObject'),
    Subtype: pdfName('Form'),
    BBox: pdfArray([0, 0, 1, 1]),
    Resources: pdfDict({}),
  }),
  new Uint8Array(),
)

/**
 * Appends empty signature and form fields. Call it once, before the first signature: adding fields later makes earlier
 * signatures suspicious.
 *
 * @param bytes the document without signatures of ours
 * @param fields places in fractions of the visible page, from its top left corner; pages from 1
 * @returns the bytes to append (ISO 32000-1, 7.5.6)
 * @throws PdfError PDF_FIELD_EXISTS, PDF_PAGE_NOT_FOUND, PDF_MALFORMED; RangeError for an invalid name or a field
 *   without area
 */
export function prepareFields(
  bytes: Uint8Array,
  fields: readonly FieldToPrepare[],
  formFields: readonly FormFieldToPrepare[] = [],
): Uint8Array {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  checkNames(document, [...fields, ...formFields])
  const revision = startRevision(document)
  const empty = revision.add(EMPTY_APPEARANCE)
  const mark = createCheckMark(document, revision)
  const tags = planWidgetTags(document, [...fields, ...formFields])
  const widgets = [
    ...fields.map((field, index) => {
      const tag = tags.widgetEntries(index)
      return { page: field.page, ref: addWidget(document, revision, field, { appearance: empty, tag }) }
    }),
    ...formFields.map((field, index) => {
      const page = pageRef(document, field.page)
      const tag = tags.widgetEntries(fields.length + index)
      return { page: field.page, ref: addFormField(document, revision, field, { page, empty, mark, tag }) }
    }),
  ]
  tags.write(
    revision,
    widgets.map(({ ref }) => ref),
  )
  addToPages(document, revision, widgets, tags)
  const drawn = completeAppearances(document, revision)
  hideReplaced(
    document,
    revision,
    formFields.flatMap(({ replaces }) => replaces ?? []),
  )
  addToForm(
    document,
    revision,
    widgets.map((widget) => widget.ref),
    {
      ...(drawn ? { NeedAppearances: undefined } : {}),
      ...(formFields.length > 0 ? formResources(document) : {}),
    },
  )
  return revision.build().tail
}

interface PlacedWidget {
  readonly page: number
  readonly ref: PdfRef
}

function addToPages(
  document: PdfDocument,
  revision: RevisionWriter,
  widgets: readonly PlacedWidget[],
  { pageEntries, otherPages }: WidgetTags,
): void {
  for (const page of new Set(widgets.map((widget) => widget.page))) {
    const own = widgets.filter((widget) => widget.page === page).map(({ ref }) => ref)
    addToPage(document, revision, page, own, pageEntries)
  }
  for (const page of otherPages)
    revision.put(pageRef(document, page), withEntries(document.page(page).dict, pageEntries))
}

function checkNames(document: PdfDocument, fields: readonly { readonly name: string }[]): void {
  const taken = new Set(readFormFields(document.objects, document.acroForm(), document.limits).names)
  for (const field of fields) {
    if (field.name === '' || field.name.includes('.')) throw new RangeError(`invalid field name '${field.name}'`)
    if (taken.has(field.name)) throw new PdfError('PDF_FIELD_EXISTS', `there is already a field '${field.name}'`)
    taken.add(field.name)
  }
}

/** @throws PdfError PDF_MALFORMED: a direct page cannot get an annotation in an update */
export function pageRef(document: PdfDocument, pageNumber: number): PdfRef {
  const { ref } = document.page(pageNumber)
  if (ref === undefined) throw malformedPdf(`page ${pageNumber} is not an indirect object`)
  return ref
}

/** Merges field and widget (12.7.3.1); /MK /R stores the page's rotation. */
function addWidget(
  document: PdfDocument,
  revision: RevisionWriter,
  field: FieldToPrepare,
  { appearance, tag }: { readonly appearance: PdfRef; readonly tag: Readonly<Record<string, PdfObject>> },
): PdfRef {
  const view = document.page(field.page).view()
  const { x0, y0, x1, y1 } = toPdfBox(view, field.rect)
  if (!(x1 - x0 >= SMALLEST_SIDE && y1 - y0 >= SMALLEST_SIDE)) throw new RangeError(`field '${field.name}' has no area`)
  return revision.add(
    pdfDict({
      Type: pdfName('Annot'),
      Subtype: pdfName('Widget'),
      FT: pdfName('Sig'),
      T: textString(field.name),
      TU: textString(field.tooltip),
      F: WIDGET_FLAGS,
      Rect: pdfArray([x0, y0, x1, y1].map(roundPoints)),
      MK: view.rotate === 0 ? undefined : pdfDict({ R: view.rotate }),
      P: pageRef(document, field.page),
      AP: pdfDict({ N: appearance }),
      Lock:
        field.locks === undefined || field.locks.length === 0
          ? undefined
          : revision.add(pdfDict({ Type: pdfName('SigFieldLock'), ...lockEntries(field.locks) })),
      ...tag,
    }),
  )
}

/** Copies /Annots first, because pages may share an array. */
export function addToPage(
  document: PdfDocument,
  revision: RevisionWriter,
  pageNumber: number,
  widgets: readonly PdfRef[],
  entries: Readonly<Record<string, PdfObject>> = {},
): void {
  const page = document.page(pageNumber)
  const annotations = document.objects.get(page.dict, 'Annots')
  if (annotations !== null && !isArray(annotations)) throw malformedPdf(`/Annots of page ${pageNumber} is not an array`)
  revision.put(
    pageRef(document, pageNumber),
    withEntries(page.dict, { Annots: pdfArray([...(annotations?.items ?? []), ...widgets]), ...entries }),
  )
}

/** @returns nothing if the entry is already a reference */
export function formWith(
  document: PdfDocument,
  revision: RevisionWriter,
  widgets: readonly PdfRef[],
  changes: Readonly<Record<string, PdfObject | undefined>> = {},
): { readonly AcroForm?: PdfObject } {
  const { catalog, objects } = document
  const form = document.acroForm()
  const existing = form === undefined ? null : objects.get(form, 'Fields')
  const items: readonly PdfObject[] = isArray(existing) ? existing.items : []
  const flags = form === undefined ? 0 : objects.get(form, 'SigFlags')
  const updated = withEntries(form, {
    Fields: pdfArray([...items, ...widgets]),
    SigFlags: (typeof flags === 'number' ? flags : 0) | SIG_FLAGS,
    ...changes,
  })
  const location = catalog.entries.get('AcroForm')
  if (!isRef(location)) return { AcroForm: revision.add(updated) }
  revision.put(location, updated)
  return {}
}

function addToForm(
  document: PdfDocument,
  revision: RevisionWriter,
  widgets: readonly PdfRef[],
  changes: Readonly<Record<string, PdfObject | undefined>>,
): void {
  const entries = formWith(document, revision, widgets, changes)
  if (entries.AcroForm === undefined) return
  revision.put(document.catalogRef, withEntries(document.catalog, { AcroForm: entries.AcroForm }))
}
