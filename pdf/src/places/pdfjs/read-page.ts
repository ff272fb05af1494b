import type { PageMarks } from '../page-marks.ts'
import { identityMatrix, matrixOf } from './affine.ts'
import type { PdfjsPage } from './page-source.ts'
import { readOwnFields } from './read-own-fields.ts'
import { readRuns } from './read-runs.ts'
import { readStrokes } from './read-strokes.ts'

/** pdf.js's `AnnotationMode.DISABLE`: fields of the file are no part of the page. */
const WITHOUT_ANNOTATIONS = 0

/** Reads the marks of a page that pdf.js opened, turned as it is seen. */
export const readPageMarks = async (page: PdfjsPage): Promise<PageMarks> => {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const view = matrixOf(transform) ?? identityMatrix
  const { items } = await page.getTextContent()
  const operators = await page.getOperatorList({ annotationMode: WITHOUT_ANNOTATIONS })
  const annotations = (await page.getAnnotations?.()) ?? []
  return {
    width,
    height,
    runs: readRuns(items, view),
    strokes: readStrokes(operators, view),
    fields: readOwnFields(annotations, view),
  }
}
