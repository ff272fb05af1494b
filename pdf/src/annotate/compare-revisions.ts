import {
  isArray,
  isDict,
  isRef,
  isStream,
  type ListedXrefEntry,
  type PdfDict,
  type PdfDocument,
  PdfError,
  type PdfObject,
  pdfRef,
  type TreePage,
} from '../syntax/index.ts'
import { editableAnnotation, refusedChange } from './annotation-rules.ts'
import { sameDict, sameObject } from './same-object.ts'
import { type ComparedStructure, isChangeOfStructure } from './structure-rules.ts'

export interface AnnotationCounts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export type RevisionComparison =
  | ({ readonly kind: 'annotations' } & AnnotationCounts)
  /** `detail` is for the log. */
  | { readonly kind: 'other'; readonly detail: string }

class OtherChange extends Error {
  override readonly name = 'OtherChange'
}

const ANNOTATIONS = new Set(['Annots'])

const sameEntry = (a: ListedXrefEntry | undefined, b: ListedXrefEntry | undefined): boolean => {
  if (a?.type === 'offset') return b?.type === 'offset' && a.offset === b.offset && a.gen === b.gen
  if (a?.type === 'compressed') return b?.type === 'compressed' && a.container === b.container && a.index === b.index
  return b === undefined || b.type === 'free'
}

/** Requires one appended cross-reference section with the same catalog. */
const checkTrailer = ({ base, next }: ComparedStructure): void => {
  const [newest, before] = next.sections
  const appended = next.sections.length === base.sections.length + 1 && newest !== undefined
  if (!appended || newest.offset < base.bytes.length || before?.offset !== base.newest.offset)
    throw new OtherChange('not one section on top')
  for (const key of ['Root', 'Info'])
    if (!sameObject(base.newest.trailer.entries.get(key), newest.trailer.entries.get(key)))
      throw new OtherChange(`/${key} of the trailer`)
  if (newest.trailer.entries.has('XRefStm')) throw new OtherChange('a hidden section')
}

const objectAt = (document: PdfDocument, num: number): PdfObject => {
  const entry = document.objects.entry(num)
  return document.objects.resolve(pdfRef(num, entry?.type === 'offset' ? entry.gen : 0))
}

function* refsIn(object: PdfObject): Generator<number> {
  if (isRef(object)) yield object.num
  else if (isArray(object)) for (const item of object.items) yield* refsIn(item)
  else if (isStream(object)) yield* refsIn(object.dict)
  else if (isDict(object)) for (const value of object.entries.values()) yield* refsIn(value)
}

/** Accepted files may contain unreadable objects if no page needs them. */
const readable = (document: PdfDocument, num: number): PdfObject => {
  try {
    return objectAt(document, num)
  } catch (error) {
    if (error instanceof PdfError) return null
    throw error
  }
}

/** Defining a dangling number would change existing pages. */
const danglingNumbers = (base: PdfDocument): Set<number> => {
  const dangling = new Set<number>()
  for (let num = 1; num < base.nextObjectNumber; num++)
    for (const target of refsIn(readable(base, num)))
      if (sameEntry(undefined, base.objects.entry(target))) dangling.add(target)
  return dangling
}

const writtenNumbers = ({ base, next }: ComparedStructure): number[] => {
  const written: number[] = []
  for (let num = 0; num < next.nextObjectNumber; num++)
    if (!sameEntry(base.objects.entry(num), next.objects.entry(num))) written.push(num)
  return written
}

const annotationsOf = ({ objects }: PdfDocument, { dict }: TreePage): readonly PdfObject[] => {
  const annotations = objects.get(dict, 'Annots')
  return isArray(annotations) ? annotations.items : []
}

const numbersIn = (items: readonly PdfObject[]): Set<number> =>
  new Set(items.flatMap((item) => (isRef(item) ? [item.num] : [])))

interface PageChanges {
  readonly added: number
  readonly removed: number
  readonly edited: ReadonlySet<number>
}

const comparePage = ({ base, next }: ComparedStructure, before: TreePage, after: TreePage): PageChanges => {
  const page = `page ${before.pageNumber}`
  if (!sameObject(before.ref, after.ref) || !sameDict(before.dict, after.dict, ANNOTATIONS)) throw new OtherChange(page)
  const [old, current] = [annotationsOf(base, before), annotationsOf(next, after)]
  const known = numbersIn(old)
  const isEdited = (item: PdfObject): boolean => isRef(item) && editableAnnotation(next, item) !== undefined
  const others = (document: PdfDocument, items: readonly PdfObject[]): PdfObject[] =>
    items.filter((item) => !isRef(item) || editableAnnotation(document, item) === undefined)
  if (!sameObject({ kind: 'array', items: others(base, old) }, { kind: 'array', items: others(next, current) }))
    throw new OtherChange(`what is no annotation of a person on ${page}`)
  const numbers = numbersIn(current)
  if (numbers.size !== current.filter(isRef).length) throw new OtherChange(`an annotation twice on ${page}`)
  return {
    added: [...numbers].filter((num) => !known.has(num)).length,
    removed: [...known].filter((num) => !numbers.has(num)).length,
    edited: new Set([...numbersIn(old), ...numbersIn(current.filter(isEdited))]),
  }
}

const comparePages = (compared: ComparedStructure): PageChanges => {
  const [old, current] = [compared.base.pages(), compared.next.pages()]
  if (old.length !== current.length) throw new OtherChange('the number of pages')
  const changes = old.map((before, index) => {
    const after = current[index]
    if (after === undefined) throw new OtherChange('the pages')
    return comparePage(compared, before, after)
  })
  return {
    added: changes.reduce((sum, { added }) => sum + added, 0),
    removed: changes.reduce((sum, { removed }) => sum + removed, 0),
    edited: new Set(changes.flatMap(({ edited }) => [...edited])),
  }
}

const checkAnnotation = ({ base, next }: ComparedStructure, num: number): 'changed' | 'gone' => {
  const before = editableAnnotation(base, objectAt(base, num))
  const after = objectAt(next, num)
  if (after === null) return 'gone'
  if (!isDict(after) || editableAnnotation(next, after) === undefined) throw new OtherChange(`annotation ${num}`)
  const refused = refusedChange(next, before, after)
  if (refused !== undefined) throw new OtherChange(`${refused} (${num})`)
  return 'changed'
}

const checkWritten = (
  compared: ComparedStructure,
  num: number,
  pages: ReadonlySet<number>,
  dangling: ReadonlySet<number>,
): void => {
  const { base, next } = compared
  const before = objectAt(base, num)
  if (before === null) {
    if (num < base.nextObjectNumber && num !== 0 && objectAt(next, num) !== null) throw new OtherChange(`object ${num}`)
    if (dangling.has(num)) throw new OtherChange(`object ${num}, which was missing`)
  } else if (!pages.has(num) && !isChangeOfStructure(compared, num, before, objectAt(next, num)))
    throw new OtherChange(`object ${num}`)
}

const compare = (compared: ComparedStructure): AnnotationCounts => {
  checkTrailer(compared)
  const { added, removed, edited } = comparePages(compared)
  const pages = numbersIn(compared.base.pages().flatMap(({ ref }) => ref ?? []))
  const dangling = danglingNumbers(compared.base)
  let changed = 0
  for (const num of writtenNumbers(compared)) {
    const isAnnotation = edited.has(num) && isEditedIn(compared, num)
    if (!isAnnotation) checkWritten(compared, num, pages, dangling)
    else if (checkAnnotation(compared, num) === 'changed' && objectAt(compared.base, num) !== null) changed += 1
  }
  return { added, changed, removed }
}

const isEditedIn = ({ base, next }: ComparedStructure, num: number): boolean => {
  const asDict = (document: PdfDocument): PdfDict | undefined => editableAnnotation(document, objectAt(document, num))
  return asDict(base) !== undefined || asDict(next) !== undefined
}

/**
 * Checks that a revision adds or changes annotations only. All existing objects must stay equal, links, fields and
 * media included. New objects must belong to annotations or their structure elements.
 *
 * @param base the document before
 * @param next the same bytes and an update
 */
export const compareAnnotated = (base: PdfDocument, next: PdfDocument): RevisionComparison => {
  try {
    return { kind: 'annotations', ...compare({ base, next }) }
  } catch (error) {
    if (error instanceof OtherChange || error instanceof PdfError) return { kind: 'other', detail: error.message }
    throw error
  }
}
