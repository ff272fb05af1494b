/**
 * Numbers of pdf.js's operators (`OPS` and its path operators) that the reader uses. pdf.js is not imported: these
 * rules also run where it is not loaded. `scripts/pdfjs-operators.test.ts` compares them with the installed version.
 */
export const pdfjsOperators = {
  setLineWidth: 2,
  save: 10,
  restore: 11,
  transform: 12,
  stroke: 20,
  closeStroke: 21,
  fill: 22,
  eoFill: 23,
  fillStroke: 24,
  eoFillStroke: 25,
  closeFillStroke: 26,
  closeEOFillStroke: 27,
  paintFormXObjectBegin: 74,
  paintFormXObjectEnd: 75,
  constructPath: 91,
} as const

/** Inside the data of `constructPath`: the operator, then its coordinates. */
export const pdfjsPathOperators = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 } as const
