/** Points of the page as it is seen; origin top left, y down. */
export interface SeenBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The bottom of the box is the baseline, its height the size of the font. */
export interface TextRun {
  readonly text: string
  readonly box: SeenBox
}

/** A field of the PDF's own form. */
export interface OwnField {
  readonly box: SeenBox
  /** An empty signature field. */
  readonly asksToSign: boolean
  /** Its tooltip, or empty. */
  readonly label: string
}

/** Everything that the rules need to know of one page, turned as it is seen. */
export interface PageMarks {
  /** Points. */
  readonly width: number
  readonly height: number
  /** Upright text; the order is of no importance. */
  readonly runs: readonly TextRun[]
  /** Straight strokes and thin filled rectangles, horizontal and vertical. */
  readonly strokes: readonly SeenBox[]
  readonly fields?: readonly OwnField[]
}

const isFiniteBox = ({ x, y, width, height }: SeenBox): boolean =>
  Number.isFinite(x + y + width + height) && width >= 0 && height >= 0

/** Broken files have boxes without a size, and drawings have more strokes than any contract. */
const RUNS_MAX = 20_000
const STROKES_MAX = 4_000
const FIELDS_MAX = 500

/** @returns the marks that can be used; a drawing's strokes are left out as a whole */
export const usableMarks = ({ width, height, runs, strokes, fields = [] }: PageMarks): PageMarks => ({
  width,
  height,
  runs: runs.length > RUNS_MAX ? [] : runs.filter(({ box, text }) => isFiniteBox(box) && text.trim() !== ''),
  strokes: strokes.length > STROKES_MAX ? [] : strokes.filter(isFiniteBox),
  fields: fields.slice(0, FIELDS_MAX).filter(({ box }) => isFiniteBox(box)),
})
