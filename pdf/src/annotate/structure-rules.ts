import { isArray, isDict, isName, isRef, type PdfDict, type PdfDocument, type PdfObject } from '../syntax/index.ts'
import { sameDict, sameObject } from './same-object.ts'

/** Entries that alternative texts change (ISO 32000-1, 14.7.2). */
const OF_ELEMENT = new Set(['K', 'Alt', 'ActualText', 'T', 'Lang', 'E'])
const OF_ROOT = new Set(['K', 'ParentTree', 'ParentTreeNextKey'])
const OF_PARENT_TREE = new Set(['Nums'])
const OF_CATALOG = new Set(['StructTreeRoot'])

const itemsOf = (document: PdfDocument, value: PdfObject | undefined): readonly PdfObject[] => {
  const resolved = document.objects.resolve(value)
  if (isArray(resolved)) return resolved.items
  return value === undefined || resolved === null ? [] : [value]
}

/** Whether `after` contains `before`, in order. */
const extendsList = (before: readonly PdfObject[], after: readonly PdfObject[]): boolean => {
  let found = 0
  for (const item of after) if (found < before.length && sameObject(before[found], item)) found += 1
  return found === before.length
}

/** Both states of a document. */
export interface ComparedStructure {
  readonly base: PdfDocument
  readonly next: PdfDocument
}

const keepsKids = ({ base, next }: ComparedStructure, before: PdfDict, after: PdfDict): boolean =>
  extendsList(itemsOf(base, before.entries.get('K')), itemsOf(next, after.entries.get('K')))

const structureRoot = ({ objects, catalog }: PdfDocument): PdfDict | undefined => {
  const root = objects.get(catalog, 'StructTreeRoot')
  return isDict(root) ? root : undefined
}

const parentTreeOf = (document: PdfDocument): { tree: PdfDict; ref: PdfObject | undefined } | undefined => {
  const root = structureRoot(document)
  const tree = root && document.objects.get(root, 'ParentTree')
  return isDict(tree) ? { tree, ref: root?.entries.get('ParentTree') } : undefined
}

const leadsTo = (value: PdfObject | undefined, num: number): boolean => isRef(value) && value.num === num

/** The parent tree may only gain entries. */
const keepsParentTree = (compared: ComparedStructure): boolean => {
  const [before, after] = [parentTreeOf(compared.base), parentTreeOf(compared.next)]
  if (before === undefined) return true
  return (
    after !== undefined &&
    sameDict(before.tree, after.tree, OF_PARENT_TREE) &&
    extendsList(
      itemsOf(compared.base, before.tree.entries.get('Nums')),
      itemsOf(compared.next, after.tree.entries.get('Nums')),
    )
  )
}

const isElement = ({ objects }: PdfDocument, object: PdfDict): boolean =>
  isName(objects.get(object, 'S')) && object.entries.has('P')

const isChangeOfDict = (compared: ComparedStructure, num: number, before: PdfDict, after: PdfDict): boolean => {
  const { base, next } = compared
  if (num === base.catalogRef.num) return structureRoot(base) === undefined && sameDict(before, after, OF_CATALOG)
  if (leadsTo(base.catalog.entries.get('StructTreeRoot'), num))
    return sameDict(before, after, OF_ROOT) && keepsKids(compared, before, after) && keepsParentTree(compared)
  if (leadsTo(parentTreeOf(base)?.ref, num)) return keepsParentTree(compared)
  return isElement(base, before) && sameDict(before, after, OF_ELEMENT) && keepsKids({ base, next }, before, after)
}

/** Whether only annotations and their texts are added to the structure. */
export const isChangeOfStructure = (
  compared: ComparedStructure,
  num: number,
  before: PdfObject,
  after: PdfObject,
): boolean => {
  if (isDict(before) && isDict(after)) return isChangeOfDict(compared, num, before, after)
  return leadsTo(parentTreeOf(compared.base)?.tree.entries.get('Nums'), num) && keepsParentTree(compared)
}
