import { isDict, isNamed, isStream, PdfError, stream, withEntries } from '../syntax/index.ts'
import { cleanDocument } from './clean-document.ts'
import { mendPageTree } from './mend-page-tree.ts'
import { type ObjectGraph, UnrepairableError } from './object-graph.ts'
import { readNewest } from './read-newest.ts'
import { readStrictly } from './read-strictly.ts'
import { reachableObjects, versionOf, writeGraph } from './write-graph.ts'

/** `repair`: what it is, in a form that can be signed. `clean`: that, and nothing in it that screening flags. */
export type RewritePurpose = 'repair' | 'clean'

/** The document as the strict reader has it, or undefined where it refuses any part. */
function readWithoutDoubt(bytes: Uint8Array): ObjectGraph | undefined {
  try {
    const graph = readStrictly(bytes)
    reachableObjects(graph)
    return graph
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

/** The document as two tolerant readers have it, with nothing missing. */
async function readTwice(bytes: Uint8Array): Promise<ObjectGraph> {
  const graph = readNewest(bytes)
  const { targets, missing } = reachableObjects(graph)
  if (missing.size > 0) throw new UnrepairableError('objects are missing')
  const { pages } = mendPageTree(graph)
  // Files that the strict reader reads need no library, which takes a while to load.
  const { confirmReading } = await import('./confirm-reading.ts')
  if (!(await confirmReading(bytes, graph, { targets, pages }))) throw new UnrepairableError('readers disagree')
  return graph
}

/** As one revision with nothing but what pages and properties lead to. */
async function writeAnew(bytes: Uint8Array): Promise<Uint8Array> {
  const graph = readWithoutDoubt(bytes) ?? (await readTwice(bytes))
  return writeGraph(withoutTraps(mendPageTree(graph)), versionOf(bytes))
}

const STRUCTURE = ['XRef', 'ObjStm']

/**
 * The document without what a later revision could use to change its pages: a store of evidence for signatures that
 * there are not, and streams that call themselves part of the file's structure.
 */
function withoutTraps(graph: ObjectGraph): ObjectGraph {
  return {
    ...graph,
    read: (target) => {
      const object = graph.read(target)
      if (target.num === graph.root.num && isDict(object)) return withEntries(object, { DSS: undefined })
      if (!isStream(object)) return object
      const isTrap = STRUCTURE.some((type) => isNamed(object.dict.entries.get('Type'), type))
      return isTrap ? stream(withEntries(object.dict, { Type: undefined }), object.data) : object
    },
  }
}

/**
 * Writes an unsigned document anew. It is for whoever calls to look at the result as at any upload.
 * @throws UnrepairableError, PdfError, ScreeningLimitError
 */
export async function rewriteDocument(bytes: Uint8Array, purpose: RewritePurpose): Promise<Uint8Array> {
  const whole = await writeAnew(bytes)
  return purpose === 'clean' ? cleanDocument(whole) : whole
}
