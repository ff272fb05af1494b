import { isArray, isDict, isName, isRef, isString, type PdfDict, type PdfObject } from '../../syntax/objects.ts'
import type { PdfDocument } from '../../syntax/pdf-document.ts'
import { decodeTextString } from '../../syntax/text-string.ts'
import { reachObjects } from '../revision-step.ts'

/** Indirect field or widget. */
export interface FormNode {
  readonly num: number
  readonly name: string
  /** /FT, possibly inherited. */
  readonly type: string
  readonly dict: PdfDict
  /** Has no /T. */
  readonly isWidget: boolean
  readonly isSigned: boolean
  /** Possibly inherited; null if absent. */
  readonly value: PdfObject
}

/** The form of one revision; `num` only if it is an indirect object. */
export interface FormTree {
  readonly dict: PdfDict | undefined
  readonly num: number | undefined
  readonly nodes: ReadonlyMap<number, FormNode>
  /** Indirect kids by the number of their parent. */
  readonly kids: ReadonlyMap<number, readonly number[]>
}

interface Inherited {
  readonly name: string
  readonly type: string
  readonly value: PdfObject
}

/**
 * Reads the field tree (ISO 32000-1, 12.7.3). The strict
 * reader has refused loops.
 */
export function readFormTree(document: PdfDocument): FormTree {
  const { objects, catalog } = document
  const dict = document.acroForm()
  const place = catalog.entries.get('AcroForm')
  const nodes = new Map<number, FormNode>()
  const kids = new Map<number, number[]>()
  const open: { node: PdfObject; from: Inherited }[] = []
  const push = (list: PdfObject, from: Inherited, above?: number): void => {
    const items = isArray(list) ? list.items : []
    for (const node of items) open.push({ node, from })
    if (above !== undefined)
      kids.set(
        above,
        items.filter(isRef).map(({ num }) => num),
      )
  }
  push(dict === undefined ? null : objects.get(dict, 'Fields'), { name: '', type: '', value: null })
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const read = objects.resolve(next.node)
    if (!isDict(read)) continue
    const own = inherit(document, read, next.from)
    // The list comparison covers direct objects.
    if (isRef(next.node)) {
      if (nodes.has(next.node.num)) continue
      nodes.set(next.node.num, describeNode(next.node.num, read, own))
    }
    push(objects.get(read, 'Kids'), own, isRef(next.node) ? next.node.num : undefined)
  }
  return { dict, num: isRef(place) ? place.num : undefined, nodes, kids }
}

/** The node and all below it. */
export function nodesBelow({ nodes, kids }: FormTree, num: number): FormNode[] {
  const found: FormNode[] = []
  const seen = new Set<number>()
  const open = [num]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const node = nodes.get(next)
    if (node !== undefined) found.push(node)
    open.push(...(kids.get(next) ?? []))
  }
  return found
}

function inherit({ objects }: PdfDocument, dict: PdfDict, from: Inherited): Inherited {
  const partial = objects.get(dict, 'T')
  const own = isString(partial) ? decodeTextString(partial.bytes) : ''
  const type = objects.get(dict, 'FT')
  return {
    name: from.name !== '' && own !== '' ? `${from.name}.${own}` : from.name + own,
    type: isName(type) ? type.value : from.type,
    value: objects.get(dict, 'V') ?? from.value,
  }
}

const describeNode = (num: number, dict: PdfDict, { name, type, value }: Inherited): FormNode => ({
  num,
  name,
  type,
  dict,
  isWidget: !dict.entries.has('T'),
  isSigned: type === 'Sig' && value !== null,
  value,
})

const BACKWARDS: ReadonlySet<string> = new Set(['P', 'Parent', 'Popup'])
/** `Data` of a signature reference names the catalog. */
const NAMED_BY_VALUE: ReadonlySet<string> = new Set([...BACKWARDS, 'Data'])

/** Objects of a field's appearance and value. Entries that lead back to pages and parents are left out. */
export const nodeBelongings = (document: PdfDocument, { dict: { entries } }: FormNode): Set<number> =>
  new Set([
    ...reachObjects(document, entries.get('AP'), (inner) => BACKWARDS.has(inner)),
    ...reachObjects(document, entries.get('V'), (inner) => NAMED_BY_VALUE.has(inner)),
  ])

/** Objects that filling in a field may replace: its appearance streams and its value. */
export function replaceableObjects({ objects }: PdfDocument, { dict }: FormNode): Set<number> {
  const found = new Set<number>()
  const take = (value: PdfObject | undefined, depth: number): void => {
    if (isRef(value)) found.add(value.num)
    const resolved = objects.resolve(value)
    if (depth > 0 && isDict(resolved)) for (const inner of resolved.entries.values()) take(inner, depth - 1)
  }
  take(dict.entries.get('AP'), 2)
  const value = dict.entries.get('V')
  if (isRef(value)) found.add(value.num)
  return found
}
