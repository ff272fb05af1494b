import {
  alikeDict,
  isDict,
  isNameOf,
  isStream,
  PdfError,
  type PdfErrorCode,
  type PdfObject,
  type PdfRef,
  pdfStream,
  withEntries,
} from '../syntax/index.ts'
import { cleanDocument } from './clean-document.ts'
import { type ObjectGraph, readerOf, UnrepairableError } from './object-graph.ts'
import { readNewest } from './read-newest.ts'
import { readStrictly } from './read-strictly.ts'
import { repairPageTree } from './repair-page-tree.ts'
import { reachableObjects, versionOf, writeGraph } from './write-graph.ts'

/**
 * `repair` makes a document signable; `clean` also removes
 * what screening flags.
 */
export type RewritePurpose = 'repair' | 'clean'

/** Undefined if the strict reader refuses any part. */
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

async function readTwice(bytes: Uint8Array): Promise<ObjectGraph> {
  const graph = readNewest(bytes)
  const { targets, missing } = reachableObjects(graph)
  if (missing.size > 0) throw new UnrepairableError('objects are missing')
  const { pages } = repairPageTree(graph)
  // Loads slowly, and few files need it.
  const { confirmReading } = await import('./confirm-reading.ts')
  if (!(await confirmReading(bytes, graph, { targets, pages }))) throw new UnrepairableError('readers disagree')
  return graph
}

/** One revision with only the reachable objects. Behind an encryption, nothing is guessed. */
async function writeAnew(bytes: Uint8Array, password: string | undefined): Promise<Uint8Array> {
  const graph =
    password === undefined ? (readWithoutDoubt(bytes) ?? (await readTwice(bytes))) : readStrictly(bytes, password)
  return writeGraph(withoutTraps(repairPageTree(graph)), versionOf(bytes))
}

const STRUCTURE = ['XRef', 'ObjStm']

function readAlike(graph: ObjectGraph, target: PdfRef): PdfObject {
  const object = graph.read(target)
  if (isDict(object)) return alikeDict(readerOf(graph), object, false)
  return isStream(object) ? pdfStream(alikeDict(readerOf(graph), object.dict, true), object.data) : object
}

/**
 * Removes what a later revision could use to change the pages:
 * an unused evidence store, and streams that claim to be file
 * structure. Usage rights do not survive a rewrite. Writes what
 * readers understand differently in one form.
 */
function withoutTraps(graph: ObjectGraph): ObjectGraph {
  return {
    ...graph,
    read: (target) => {
      const object = readAlike(graph, target)
      if (target.num === graph.root.num && isDict(object))
        return withEntries(object, { DSS: undefined, Perms: undefined })
      if (!isStream(object)) return object
      const isTrap = STRUCTURE.some((type) => isNameOf(object.dict.entries.get('Type'), type))
      return isTrap ? pdfStream(withEntries(object.dict, { Type: undefined }), object.data) : object
    },
  }
}

const LIMITS: readonly PdfErrorCode[] = ['PDF_TOO_COMPLEX', 'PDF_BOMB']

/** False for errors that say nothing about the document. */
export const isUnrepairable = (error: unknown): boolean =>
  error instanceof UnrepairableError || (error instanceof PdfError && !LIMITS.includes(error.code))

/**
 * Rewrites an unsigned document: it would destroy signatures. Run it in a process that may be killed.
 *
 * @param password opens an encrypted document; the copy has no encryption
 * @throws UnrepairableError, PdfError (PasswordError), ScreeningLimitError
 */
export async function rewriteDocument(
  bytes: Uint8Array,
  purpose: RewritePurpose,
  password?: string,
): Promise<Uint8Array> {
  const whole = await writeAnew(bytes, password)
  return purpose === 'clean' ? cleanDocument(whole) : whole
}
