import type { TextRun } from '../page-marks.ts'
import { matrixOf, multiplyMatrices, type PlaneMatrix } from './affine.ts'
import type { PdfjsTextItem } from './page-source.ts'

/** Sine of the largest tilt: scans are never quite straight. */
const TILT_MAX = 0.05

const isText = (item: object): item is PdfjsTextItem => 'str' in item && typeof item.str === 'string'

const runOf = ({ str, transform, width }: PdfjsTextItem, view: PlaneMatrix): TextRun | undefined => {
  const own = matrixOf(transform)
  if (!own || str.trim() === '') return undefined
  const [a, b, c, d, x, y] = multiplyMatrices(view, own)
  const length = Math.hypot(a, b)
  const size = Math.hypot(c, d)
  const isUpright = a > 0 && d < 0 && Math.abs(b) <= TILT_MAX * length
  if (!isUpright) return undefined
  return { text: str, box: { x, y: y - size, width: width * Math.hypot(view[0], view[1]), height: size } }
}

/** @param items of `getTextContent`; sideways words (stamps, watermarks) are left out */
export const readRuns = (items: readonly object[], view: PlaneMatrix): readonly TextRun[] =>
  items.filter(isText).flatMap((item) => runOf(item, view) ?? [])
