import {
  isArray,
  isDict,
  isInteger,
  isRef,
  type ObjectReader,
  type PdfArray,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  pdfArray,
  pdfDict,
  withEntries,
} from '../syntax/index.ts'
import type { RevisionWriter } from '../write/revision.ts'

/** That wait to be read; a hostile tree has more. */
const MOST_NODES = 20_000
const MOST_ENTRIES = 200_000
/** Largest key that all readers take (ISO 32000-1, annex C). */
export const LARGEST_KEY = 2_147_483_647

export type NumberTree = ReadonlyMap<number, PdfObject>

const addLeaf = ({ items }: PdfArray, objects: ObjectReader, found: Map<number, PdfObject>): boolean => {
  if (items.length % 2 !== 0 || found.size + items.length / 2 > MOST_ENTRIES) return false
  for (let index = 0; index < items.length; index += 2) {
    const key = objects.resolve(items[index])
    if (!isInteger(key) || key < 0 || key > LARGEST_KEY || found.has(key)) return false
    found.set(key, items[index + 1] ?? null)
  }
  return true
}

/** @returns the node's kids */
const addNode = (
  node: PdfObject,
  objects: ObjectReader,
  found: Map<number, PdfObject>,
): readonly PdfObject[] | undefined => {
  if (!isDict(node)) return undefined
  const [leaf, kids] = [objects.get(node, 'Nums'), objects.get(node, 'Kids')]
  if (isArray(leaf) && !addLeaf(leaf, objects, found)) return undefined
  return isArray(kids) ? kids.items : []
}

/**
 * Reads a number tree (ISO 32000-1, 7.9.7).
 *
 * @returns undefined if it is damaged, has a loop or a key twice, or is beyond the limits
 */
export const readNumberTree = ({ objects }: PdfDocument, tree: PdfDict): NumberTree | undefined => {
  const found = new Map<number, PdfObject>()
  const seen = new Set<number>()
  const open: PdfObject[] = [tree]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isRef(next) && seen.has(next.num)) return undefined
    if (isRef(next)) seen.add(next.num)
    const kids = addNode(objects.resolve(next), objects, found)
    if (kids === undefined || kids.length + open.length > MOST_NODES) return undefined
    open.push(...kids)
  }
  return found
}

/** Adds entries whose keys are above all others: to the only leaf, or as a leaf at the end. */
export const appendToNumberTree = (
  { objects }: PdfDocument,
  revision: RevisionWriter,
  tree: PdfDict | undefined,
  entries: readonly (readonly [key: number, value: PdfObject])[],
): PdfDict => {
  const added = entries.flat()
  const kids = tree === undefined ? null : objects.get(tree, 'Kids')
  if (!isArray(kids)) {
    const leaf = tree === undefined ? null : objects.get(tree, 'Nums')
    return withEntries(tree, { Nums: pdfArray([...(isArray(leaf) ? leaf.items : []), ...added]) })
  }
  const limits = [entries[0]?.[0] ?? 0, entries.at(-1)?.[0] ?? 0]
  const leaf = revision.add(pdfDict({ Limits: pdfArray(limits), Nums: pdfArray(added) }))
  return withEntries(tree, { Kids: pdfArray([...kids.items, leaf]) })
}
