import {
  isNameOf,
  isRef,
  type PageRect,
  type PdfDocument,
  PdfError,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  withEntries,
} from '../syntax/index.ts'
import type { RevisionWriter } from '../write/revision.ts'
import { appendToNumberTree, LARGEST_KEY } from './number-tree.ts'
import { hasStructure, placesByPage, readStructure, type StructureTree } from './structure-tree.ts'

/** From 1, and fractions of the visible page from its top left corner. */
export interface WidgetPlace {
  readonly page: number
  readonly rect: PageRect
}

type ExtraEntries = Readonly<Record<string, PdfObject>>

/** The structure that new widgets get; nothing in a document without tags. */
export interface WidgetTags {
  /** Of the widget at this position of the list. */
  widgetEntries(index: number): ExtraEntries
  readonly pageEntries: ExtraEntries
  /** Pages that later get a widget without a place: the time stamp's. */
  readonly otherPages: readonly number[]
  /** Call it before pages and form are written: in a hostile file they may be the same objects. */
  write(revision: RevisionWriter, widgets: readonly PdfRef[]): void
}

const UNTAGGED: WidgetTags = { widgetEntries: () => ({}), pageEntries: {}, otherPages: [], write: () => undefined }

/** A document time stamp adds its widget here after the signatures, when the page must not change any more. */
const SEALED_PAGE = 1

const inReadingOrder = (places: readonly WidgetPlace[]): number[] =>
  places
    .map((_, index) => index)
    .sort((a, b) => {
      const [first, second] = [places[a], places[b]]
      if (first === undefined || second === undefined) return 0
      return first.page - second.page || first.rect.y - second.rect.y || first.rect.x - second.rect.x
    })

const insertAt = (kids: readonly PdfObject[], added: ReadonlyMap<number, readonly PdfRef[]>): PdfObject[] => [
  ...kids.flatMap((kid, index) => [...(added.get(index) ?? []), kid]),
  ...(added.get(kids.length) ?? []),
]

/** Form elements with a reference to their widget (ISO 32000-1, 14.7.4.3 and 14.8.4.5). */
const addElements = (
  document: PdfDocument,
  revision: RevisionWriter,
  { container }: StructureTree,
  places: readonly WidgetPlace[],
  widgets: readonly PdfRef[],
): PdfRef[] =>
  widgets.map((widget, index) => {
    const page = document.page(places[index]?.page ?? 0).ref
    const reference = pdfDict({ Type: pdfName('OBJR'), Obj: widget, Pg: page })
    return revision.add(
      pdfDict({
        Type: pdfName('StructElem'),
        S: pdfName('Form'),
        NS: container.dict.entries.get('NS'),
        P: container.ref,
        Pg: page,
        K: reference,
      }),
    )
  })

const writeElements = (
  document: PdfDocument,
  revision: RevisionWriter,
  structure: StructureTree,
  places: readonly WidgetPlace[],
  widgets: readonly PdfRef[],
): void => {
  const { root, container, parentTree, nextKey } = structure
  const elements = addElements(document, revision, structure, places, widgets)
  const positions = placesByPage(document, structure, [...new Set(places.map(({ page }) => page))])
  const added = new Map<number, PdfRef[]>()
  for (const index of inReadingOrder(places)) {
    const [position, element] = [positions.get(places[index]?.page ?? 0) ?? container.kids.length, elements[index]]
    if (element !== undefined) added.set(position, [...(added.get(position) ?? []), element])
  }
  const K = pdfArray(insertAt(container.kids, added))
  const entries = elements.map((element, index) => [nextKey + index, element] as const)
  const tree = appendToNumberTree(document, revision, parentTree, entries)
  const treeRef = root.dict.entries.get('ParentTree')
  if (isRef(treeRef) && parentTree !== undefined) revision.put(treeRef, tree)
  revision.put(
    root.ref,
    withEntries(root.dict, {
      ...(container.ref.num === root.ref.num ? { K } : {}),
      ...(isRef(treeRef) && parentTree !== undefined ? {} : { ParentTree: tree }),
      ParentTreeNextKey: nextKey + elements.length,
    }),
  )
  if (container.ref.num !== root.ref.num) revision.put(container.ref, withEntries(container.dict, { K }))
}

const readIfSound = (document: PdfDocument, places: readonly WidgetPlace[]): StructureTree | undefined => {
  try {
    const structure = readStructure(document)
    if (structure === undefined || structure.nextKey + places.length > LARGEST_KEY) return undefined
    placesByPage(document, structure, [...new Set(places.map(({ page }) => page))])
    return structure
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

/**
 * Plans the structure of new widgets: /StructParent, a Form element each, /Tabs (ISO 14289-1, 7.18). A document without
 * tags costs one lookup. One whose structure is damaged, or with a signature, gets no structure: its fields are
 * added as in a document without tags.
 *
 * @param places of the widgets, in the order in which they are written
 */
export const planWidgetTags = (document: PdfDocument, places: readonly WidgetPlace[]): WidgetTags => {
  if (!hasStructure(document) || places.length === 0) return UNTAGGED
  if (document.signatureFields().some(({ signed }) => signed)) return UNTAGGED
  const structure = readIfSound(document, places)
  if (structure === undefined) return UNTAGGED
  const first = document.page(SEALED_PAGE)
  const isOrdered = first.ref === undefined || isNameOf(document.objects.get(first.dict, 'Tabs'), 'S')
  return {
    widgetEntries: (index) => ({ StructParent: structure.nextKey + index }),
    pageEntries: { Tabs: pdfName('S') },
    otherPages: isOrdered || places.some(({ page }) => page === SEALED_PAGE) ? [] : [SEALED_PAGE],
    write: (revision, widgets) => writeElements(document, revision, structure, places, widgets),
  }
}
