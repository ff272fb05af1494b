import {
  dictAtKey,
  isArray,
  isDict,
  isInteger,
  isName,
  isRef,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
} from '../syntax/index.ts'
import { LARGEST_KEY, type NumberTree, readNumberTree } from './number-tree.ts'

/** Kids of one element; one with more is not rewritten. */
const MOST_KIDS = 50_000
/** Steps from content to the top. */
const DEEPEST = 100
/** Grouping elements (ISO 32000-1, 14.8.4.2) that hold the whole document. */
const GROUPS: ReadonlySet<string> = new Set(['Document', 'Part', 'Art', 'Sect', 'Div'])

interface StructureNode {
  readonly ref: PdfRef
  readonly dict: PdfDict
}

/** The structure of a tagged document, as far as an addition needs it. */
export interface StructureTree {
  readonly root: StructureNode
  /** Gets the new elements: the element around the whole document, or the root. */
  readonly container: StructureNode & { readonly kids: readonly PdfObject[] }
  readonly parentTree: PdfDict | undefined
  readonly parents: NumberTree
  /** First free key of the parent tree. */
  readonly nextKey: number
}

/** True if the document has a structure tree (ISO 32000-1, 14.7.2). */
export const hasStructure = ({ catalog }: PdfDocument): boolean => catalog.entries.has('StructTreeRoot')

const kidsOf = ({ objects }: PdfDocument, dict: PdfDict): readonly PdfObject[] => {
  const kids = dict.entries.get('K')
  const resolved = objects.resolve(kids)
  if (isArray(resolved)) return resolved.items
  return kids === undefined || resolved === null ? [] : [kids]
}

const standardType = ({ objects }: PdfDocument, root: PdfDict, element: PdfDict): string => {
  const type = objects.get(element, 'S')
  if (!isName(type)) return ''
  const roles = dictAtKey(objects, root, 'RoleMap')
  const mapped = roles === undefined ? null : objects.get(roles, type.value)
  return isName(mapped) ? mapped.value : type.value
}

const readContainer = (document: PdfDocument, root: StructureNode): StructureTree['container'] | undefined => {
  const kids = kidsOf(document, root.dict)
  const [only] = kids
  const element = kids.length === 1 && isRef(only) ? document.objects.resolve(only) : null
  if (isRef(only) && isDict(element) && GROUPS.has(standardType(document, root.dict, element))) {
    const inner = kidsOf(document, element)
    if (inner.length <= MOST_KIDS) return { ref: only, dict: element, kids: inner }
  }
  return kids.length <= MOST_KIDS ? { ...root, kids } : undefined
}

const freeKey = (document: PdfDocument, root: PdfDict, parents: NumberTree): number => {
  const stated = document.objects.get(root, 'ParentTreeNextKey')
  let next = isInteger(stated) && stated >= 0 && stated <= LARGEST_KEY ? stated : 0
  for (const key of parents.keys()) next = Math.max(next, key + 1)
  for (const { dict } of document.pages()) {
    const key = document.objects.get(dict, 'StructParents')
    if (isInteger(key) && key < LARGEST_KEY) next = Math.max(next, key + 1)
  }
  return next
}

/** @returns undefined for a structure that cannot be added to: damaged, with a loop, or beyond the limits */
export const readStructure = (document: PdfDocument): StructureTree | undefined => {
  const ref = document.catalog.entries.get('StructTreeRoot')
  const dict = document.objects.resolve(ref)
  if (!isRef(ref) || !isDict(dict)) return undefined
  const root = { ref, dict }
  const container = readContainer(document, root)
  const tree = document.objects.get(dict, 'ParentTree')
  if (container === undefined || (tree !== null && !isDict(tree))) return undefined
  const parents = tree === null ? new Map() : readNumberTree(document, tree)
  if (parents === undefined) return undefined
  return { root, container, parentTree: tree ?? undefined, parents, nextKey: freeKey(document, dict, parents) }
}

const positionOf = (
  { objects }: PdfDocument,
  content: PdfObject | undefined,
  positions: ReadonlyMap<number, number>,
): number | undefined => {
  let next = content
  for (let depth = 0; depth < DEEPEST && isRef(next); depth++) {
    const position = positions.get(next.num)
    if (position !== undefined) return position
    const element = objects.resolve(next)
    next = isDict(element) ? element.entries.get('P') : undefined
  }
  return undefined
}

/**
 * Finds where elements of a page belong in the container: after the last content of the page, or of the last page
 * before it that has content.
 *
 * @returns the number of kids before them, by page
 */
export const placesByPage = (
  document: PdfDocument,
  { container, parents }: StructureTree,
  pages: readonly number[],
): ReadonlyMap<number, number> => {
  const positions = new Map(container.kids.flatMap((kid, index) => (isRef(kid) ? [[kid.num, index] as const] : [])))
  const afterPage = (page: number): number | undefined => {
    const key = document.objects.get(document.page(page).dict, 'StructParents')
    const contents = isInteger(key) ? document.objects.resolve(parents.get(key)) : null
    const last = isArray(contents) ? contents.items.findLast((item) => isRef(item)) : undefined
    const position = positionOf(document, last, positions)
    return position === undefined ? undefined : position + 1
  }
  const places = new Map<number, number>()
  let [reached, found]: [number, number | undefined] = [0, undefined]
  for (const page of pages.toSorted((a, b) => a - b)) {
    for (let each = page; each > reached; each--) {
      const after = afterPage(each)
      if (after === undefined) continue
      found = after
      break
    }
    reached = page
    places.set(page, found ?? container.kids.length)
  }
  return places
}
