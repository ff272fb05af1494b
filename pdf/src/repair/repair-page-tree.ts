import type { ObjectReader } from '../syntax/index.ts'
import {
  isArray,
  isDict,
  isInteger,
  isNameOf,
  isRef,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfName,
  pdfRef,
  readBox,
  withEntries,
} from '../syntax/index.ts'
import { type ObjectGraph, readerOf, resolveIn, UnrepairableError } from './object-graph.ts'

/**
 * For new objects: beyond the numbers of real documents (ISO
 * 32000-1, annex C).
 */
const FIRST_NEW = 8_388_608
/** Of the page tree. */
const MOST_NODES = 100_000
const DEEPEST = 64
/** Viewers use US Letter (in points) for a page without a size. */
const DEFAULT_BOX = pdfArray([0, 0, 612, 792])

interface Mended {
  readonly target: PdfRef
  readonly pages: number
}

/** Inherited entries. */
interface Above {
  readonly parent: PdfRef | undefined
  readonly ancestors: ReadonlySet<number>
  readonly box: PdfObject
}

class PageTreeRepair {
  readonly repaired = new Map<number, PdfDict>()
  readonly #graph: ObjectGraph
  readonly #reader: ObjectReader
  #next = FIRST_NEW
  #nodes = 0

  constructor(graph: ObjectGraph) {
    this.#graph = graph
    this.#reader = readerOf(graph)
  }

  /** Undefined for a loop or an empty list of pages. */
  visit(node: PdfObject, above: Above): Mended | undefined {
    if (++this.#nodes > MOST_NODES || above.ancestors.size > DEEPEST) {
      throw new UnrepairableError('the page tree is too large')
    }
    if (isRef(node) && above.ancestors.has(node.num)) return undefined
    const found = resolveIn(this.#graph, node)
    if (!isDict(found)) throw new UnrepairableError('a page is missing')
    const box = this.#reader.get(found, 'MediaBox') ?? above.box
    const kids = this.#reader.get(found, 'Kids')
    if (isArray(kids)) return this.#visitInner(node, found, kids.items, { ...above, box })
    if (isNameOf(this.#reader.get(found, 'Type'), 'Pages')) return undefined
    const size = readBox(this.#reader, box) === undefined ? { MediaBox: DEFAULT_BOX } : {}
    const target = this.#place(node)
    this.repaired.set(target.num, withEntries(found, { Type: pdfName('Page'), Parent: above.parent, ...size }))
    return { target, pages: 1 }
  }

  #visitInner(node: PdfObject, found: PdfDict, kids: readonly PdfObject[], { parent, ancestors, box }: Above): Mended {
    const target = this.#place(node)
    // Reserves the number before its kids are visited.
    this.repaired.set(target.num, found)
    const below = { parent: target, ancestors: isRef(node) ? new Set([...ancestors, node.num]) : ancestors, box }
    const made = kids.flatMap((kid) => this.visit(kid, below) ?? [])
    const pages = made.reduce((sum, kid) => sum + kid.pages, 0)
    const entries = {
      Type: pdfName('Pages'),
      Parent: parent,
      Kids: pdfArray(made.map((kid) => kid.target)),
      Count: pages,
    }
    this.repaired.set(target.num, withEntries(found, entries))
    return { target, pages }
  }

  /** A new number for a direct or repeated node. */
  #place(node: PdfObject): PdfRef {
    return isRef(node) && !this.repaired.has(node.num) ? node : pdfRef(this.#next++)
  }
}

/**
 * Derives the page tree as viewers do: no loops, a repeated
 * page becomes two, every page has a size. Refuses trees with
 * missing nodes or another number of pages: viewers would
 * differ.
 * @throws UnrepairableError
 */
export function repairPageTree(graph: ObjectGraph): ObjectGraph & { readonly pages: number } {
  const catalog = resolveIn(graph, graph.root)
  if (!isDict(catalog)) throw new UnrepairableError('there is no catalog')
  const repair = new PageTreeRepair(graph)
  const above = { parent: undefined, ancestors: new Set<number>(), box: null }
  const tree = repair.visit(catalog.entries.get('Pages') ?? null, above)
  if (tree === undefined || tree.pages === 0) throw new UnrepairableError('there are no pages')
  const top = readerOf(graph).resolve(catalog.entries.get('Pages'))
  const announced = isDict(top) ? readerOf(graph).get(top, 'Count') : null
  if (isInteger(announced) && announced !== tree.pages) throw new UnrepairableError('pages are missing, or too many')
  const root = withEntries(catalog, { Pages: tree.target })
  return {
    ...graph,
    pages: tree.pages,
    read: (target) => (target.num === graph.root.num ? root : (repair.repaired.get(target.num) ?? graph.read(target))),
  }
}
