import type { ObjectReader } from '../syntax/index.ts'
import {
  array,
  isArray,
  isDict,
  isInteger,
  isNamed,
  isRef,
  name,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  readBox,
  ref,
  withEntries,
} from '../syntax/index.ts'
import { type ObjectGraph, readerOf, resolveIn, UnrepairableError } from './object-graph.ts'

/** Numbers that no document has (ISO 32000-1, annex C), for objects that are new. */
const FIRST_NEW = 8_388_608
const MOST_NODES = 100_000
const DEEPEST = 64
/** What viewers show a page on that has no size of its own (US Letter), in points. */
const DEFAULT_BOX = array([0, 0, 612, 792])

interface Mended {
  readonly target: PdfRef
  readonly pages: number
}

/** What a node has from the nodes above it. */
interface Above {
  readonly parent: PdfRef | undefined
  readonly ancestors: ReadonlySet<number>
  readonly box: PdfObject
}

class TreeMender {
  readonly mended = new Map<number, PdfDict>()
  readonly #graph: ObjectGraph
  readonly #reader: ObjectReader
  #next = FIRST_NEW
  #nodes = 0

  constructor(graph: ObjectGraph) {
    this.#graph = graph
    this.#reader = readerOf(graph)
  }

  /** Answers the node's new self; undefined where it is a loop, or a list of no pages. */
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
    if (isNamed(this.#reader.get(found, 'Type'), 'Pages')) return undefined
    const size = readBox(this.#reader, box) === undefined ? { MediaBox: DEFAULT_BOX } : {}
    const target = this.#place(node)
    this.mended.set(target.num, withEntries(found, { Type: name('Page'), Parent: above.parent, ...size }))
    return { target, pages: 1 }
  }

  #visitInner(node: PdfObject, found: PdfDict, kids: readonly PdfObject[], { parent, ancestors, box }: Above): Mended {
    const target = this.#place(node)
    // Its number is taken before its kids are looked at.
    this.mended.set(target.num, found)
    const below = { parent: target, ancestors: isRef(node) ? new Set([...ancestors, node.num]) : ancestors, box }
    const made = kids.flatMap((kid) => this.visit(kid, below) ?? [])
    const pages = made.reduce((sum, kid) => sum + kid.pages, 0)
    const entries = { Type: name('Pages'), Parent: parent, Kids: array(made.map((kid) => kid.target)), Count: pages }
    this.mended.set(target.num, withEntries(found, entries))
    return { target, pages }
  }

  /** Its own number, or a new one where it has none or the tree leads to it a second time. */
  #place(node: PdfObject): PdfRef {
    return isRef(node) && !this.mended.has(node.num) ? node : ref(this.#next++)
  }
}

/**
 * Gives a document the page tree that viewers make of it: a loop ends where it begins, a page that stands twice
 * becomes two, every node is an object of its own and says what it is, and every page has a size. Where a node leads
 * to nothing, or other pages come out than the tree says it has, nothing is mended: viewers would show different ones.
 * @throws UnrepairableError
 */
export function mendPageTree(graph: ObjectGraph): ObjectGraph & { readonly pages: number } {
  const catalog = resolveIn(graph, graph.root)
  if (!isDict(catalog)) throw new UnrepairableError('there is no catalog')
  const mender = new TreeMender(graph)
  const above = { parent: undefined, ancestors: new Set<number>(), box: null }
  const tree = mender.visit(catalog.entries.get('Pages') ?? null, above)
  if (tree === undefined || tree.pages === 0) throw new UnrepairableError('there are no pages')
  const top = readerOf(graph).resolve(catalog.entries.get('Pages'))
  const announced = isDict(top) ? readerOf(graph).get(top, 'Count') : null
  if (isInteger(announced) && announced !== tree.pages) throw new UnrepairableError('pages are missing, or too many')
  const root = withEntries(catalog, { Pages: tree.target })
  return {
    ...graph,
    pages: tree.pages,
    read: (target) => (target.num === graph.root.num ? root : (mender.mended.get(target.num) ?? graph.read(target))),
  }
}
