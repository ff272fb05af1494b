import {
  dictAtKey,
  isArray,
  isDict,
  isInteger,
  isName,
  isNameOf,
  isRef,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
} from '../../../syntax/index.ts'

/** One structure element (ISO 32000-1, 14.7.2). */
export interface StructureElement {
  /** Object number; undefined for the root and for a direct object. */
  readonly num: number | undefined
  /** Standard type, after the role map. */
  readonly type: string
  readonly dict: PdfDict
  readonly parent: StructureElement | undefined
  readonly children: StructureElement[]
  /** As `page object:MCID`. */
  readonly contents: string[]
  /** Object numbers that OBJR entries name. */
  readonly objects: number[]
}

export interface StructureOverview {
  readonly root: StructureElement
  /** In document order. */
  readonly elements: readonly StructureElement[]
  /** By key of the parent tree; a page's entry is an array. */
  readonly parents: ReadonlyMap<number, PdfObject>
}

const listOf = ({ objects }: PdfDocument, value: PdfObject | undefined): readonly PdfObject[] => {
  const resolved = objects.resolve(value)
  if (isArray(resolved)) return resolved.items
  return value === undefined || resolved === null ? [] : [value]
}

const readParents = (document: PdfDocument, node: PdfObject, found = new Map<number, PdfObject>()) => {
  const tree = document.objects.resolve(node)
  if (!isDict(tree)) return found
  const leaf = listOf(document, tree.entries.get('Nums'))
  for (let index = 0; index + 1 < leaf.length; index += 2) {
    const key = document.objects.resolve(leaf[index])
    if (isInteger(key)) found.set(key, leaf[index + 1] ?? null)
  }
  for (const kid of listOf(document, tree.entries.get('Kids'))) readParents(document, kid, found)
  return found
}

/** @returns undefined for a document without structure */
export const readOverview = (document: PdfDocument): StructureOverview | undefined => {
  const { objects, catalog } = document
  const tree = dictAtKey(objects, catalog, 'StructTreeRoot')
  if (tree === undefined) return undefined
  const roles = dictAtKey(objects, tree, 'RoleMap')
  const elements: StructureElement[] = []
  const typeOf = (dict: PdfDict): string => {
    const type = objects.get(dict, 'S')
    const role = roles !== undefined && isName(type) ? objects.get(roles, type.value) : null
    return isName(role) ? role.value : isName(type) ? type.value : ''
  }
  const addKid = (kid: PdfObject, parent: StructureElement, page: PdfObject | undefined): void => {
    const read = objects.resolve(kid)
    if (isInteger(read)) parent.contents.push(`${isRef(page) ? page.num : ''}:${read}`)
    if (!isDict(read)) return
    const own = read.entries.get('Pg') ?? page
    const target = read.entries.get('Obj')
    if (isNameOf(objects.get(read, 'Type'), 'MCR')) addKid(objects.get(read, 'MCID'), parent, own)
    else if (isRef(target)) parent.objects.push(target.num)
    else read.entries.has('S') && addElement(read, kid, parent, own)
  }
  const addElement = (dict: PdfDict, place: PdfObject, parent: StructureElement, page: PdfObject | undefined): void => {
    const num = isRef(place) ? place.num : undefined
    const element = { num, type: typeOf(dict), dict, parent, children: [], contents: [], objects: [] }
    parent.children.push(element)
    elements.push(element)
    for (const kid of listOf(document, dict.entries.get('K'))) addKid(kid, element, page)
  }
  const root = { num: undefined, type: '', dict: tree, parent: undefined, children: [], contents: [], objects: [] }
  for (const kid of listOf(document, tree.entries.get('K'))) addKid(kid, root, undefined)
  return { root, elements, parents: readParents(document, tree.entries.get('ParentTree') ?? null) }
}
