import {
  isLooseArray,
  isLooseDict,
  isLooseStream,
  isLooseString,
  type Loose,
  type LooseDict,
} from '../loose-objects.ts'
import type { Walk } from '../walk-objects.ts'
import type { Rule } from './rule.ts'

/** Per page. pdf.js shows 20,000 in 10 s. */
export const ANNOTATIONS_MAX = 2000
/** Bytes per page: texts, points and decoded appearances. pdf.js shows 9 MB in 20 s. */
export const ANNOTATION_BYTES_MAX = 2 * 1024 * 1024

const LONG_ENTRIES = ['Contents', 'RC', 'InkList', 'QuadPoints', 'Vertices', 'V', 'DV', 'Opt']
/** Of arrays in these entries; `Opt` and `InkList` nest once. */
const DEEPEST = 3
const BYTES_PER_NUMBER = 4

const sizeOf = (value: Loose, walk: Walk, depth = 0): number => {
  if (isLooseString(value)) return value.bytes.length
  if (typeof value === 'number') return BYTES_PER_NUMBER
  if (!isLooseArray(value) || depth === DEEPEST) return 0
  let size = 0
  for (const item of value.items) for (const one of walk.resolve([item])) size += sizeOf(one, walk, depth + 1)
  return size
}

const streamSize = (value: Loose, walk: Walk): number => (isLooseStream(value) ? (walk.data(value)?.length ?? 0) : 0)

/** A stream, or one for each state (ISO 32000-1, 12.5.5). */
const appearanceSize = (appearance: LooseDict, walk: Walk): number => {
  let size = 0
  for (const normal of walk.get(appearance, 'N')) {
    size += streamSize(normal, walk)
    if (isLooseDict(normal))
      for (const state of normal.entries.keys())
        for (const stream of walk.get(normal, state)) size += streamSize(stream, walk)
  }
  return size
}

const annotationSize = (annotation: LooseDict, walk: Walk): number => {
  let size = 0
  for (const key of LONG_ENTRIES) for (const value of walk.get(annotation, key)) size += sizeOf(value, walk)
  for (const appearance of walk.dicts(annotation, 'AP')) size += appearanceSize(appearance, walk)
  return size
}

/** Annotations of one page that stop a viewer for seconds. */
export const heavyAnnotations: Rule = {
  code: 'PDF_HEAVY_ANNOTATIONS',
  dict: (dict, walk) => {
    if (!dict.entries.has('Annots')) return undefined
    const items = walk.get(dict, 'Annots').flatMap((value) => (isLooseArray(value) ? value.items : []))
    if (items.length > ANNOTATIONS_MAX) return `${items.length} anotaciones en una página`
    let size = 0
    for (const annotation of items.flatMap((item) => walk.resolve([item]))) {
      if (isLooseDict(annotation)) size += annotationSize(annotation, walk)
      if (size > ANNOTATION_BYTES_MAX) return `más de ${ANNOTATION_BYTES_MAX} bytes de anotaciones en una página`
    }
    return undefined
  },
}
