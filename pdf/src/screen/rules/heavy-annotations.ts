import {
  isLooseArray,
  isLooseDict,
  isLooseStream,
  isLooseString,
  type LooseObject,
  type LooseStream,
} from '../loose-objects.ts'
import type { DocumentWalk } from '../walk-objects.ts'
import type { ScreenRule } from './rule.ts'

/** Per page. pdf.js shows 20,000 in 10 s. */
export const ANNOTATIONS_MAX = 2000
/** Bytes per page: texts, points and decoded appearances. pdf.js shows 9 MB in 20 s. */
export const ANNOTATION_BYTES_MAX = 2 * 1024 * 1024

const LONG_ENTRIES = ['Contents', 'RC', 'InkList', 'QuadPoints', 'Vertices', 'V', 'DV', 'Opt']
/** Of arrays in these entries; `Opt` and `InkList` nest once. */
const DEEPEST = 3
const BYTES_PER_NUMBER = 4

/** Of several revisions of one value; a viewer shows one. */
const largest = <Value>(versions: readonly Value[], size: (value: Value) => number): number =>
  versions.reduce((most, version) => Math.max(most, size(version)), 0)

const sizeOf = (value: LooseObject, walk: DocumentWalk, depth = 0): number => {
  if (isLooseString(value)) return value.bytes.length
  if (typeof value === 'number') return BYTES_PER_NUMBER
  if (!isLooseArray(value) || depth === DEEPEST) return 0
  let size = 0
  for (const item of value.items) size += largest(walk.resolve([item]), (one) => sizeOf(one, walk, depth + 1))
  return size
}

/** Many annotations share an appearance. */
const decoded = new WeakMap<LooseStream, number>()

const streamSize = (value: LooseObject, walk: DocumentWalk): number => {
  if (!isLooseStream(value)) return 0
  const size = decoded.get(value) ?? walk.data(value)?.length ?? 0
  decoded.set(value, size)
  return size
}

/** A stream, or one for each state (ISO 32000-1, 12.5.5). */
const normalSize = (normal: LooseObject, walk: DocumentWalk): number => {
  if (!isLooseDict(normal)) return streamSize(normal, walk)
  let size = 0
  for (const state of normal.entries.keys()) size += largest(walk.get(normal, state), (one) => streamSize(one, walk))
  return size
}

const annotationSize = (annotation: LooseObject, walk: DocumentWalk): number => {
  if (!isLooseDict(annotation)) return 0
  let size = largest(walk.dicts(annotation, 'AP'), (appearance) =>
    largest(walk.get(appearance, 'N'), (normal) => normalSize(normal, walk)),
  )
  for (const key of LONG_ENTRIES) size += largest(walk.get(annotation, key), (value) => sizeOf(value, walk))
  return size
}

const annotationProblem = (items: readonly LooseObject[], walk: DocumentWalk): string | undefined => {
  if (items.length > ANNOTATIONS_MAX) return `${items.length} anotaciones en una página`
  let size = 0
  for (const item of items) {
    size += largest(walk.resolve([item]), (annotation) => annotationSize(annotation, walk))
    if (size > ANNOTATION_BYTES_MAX) return `más de ${ANNOTATION_BYTES_MAX} bytes de anotaciones en una página`
  }
  return undefined
}

/** Annotations of one page that stop a viewer for seconds. */
export const heavyAnnotations: ScreenRule = {
  code: 'PDF_HEAVY_ANNOTATIONS',
  dict: (dict, walk) => {
    for (const list of walk.get(dict, 'Annots')) {
      const problem = isLooseArray(list) ? annotationProblem(list.items, walk) : undefined
      if (problem !== undefined) return problem
    }
    return undefined
  },
}
