/** Whole pixels; the second corner is outside. */
export interface PixelBox {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export interface PixelClusters {
  /** Neighbouring pixels of row `y`; `to` is outside. */
  add(y: number, from: number, to: number): void
  /** Every added pixel lies in one of the boxes. */
  boxes(): PixelBox[]
}

/** Letters of a word and lines of a paragraph become one box: 12 points. */
const NEAR_PIXELS = 24
/** More would not help anybody; the last one holds the rest. */
const MOST_BOXES = 20
/** Keeps scattered pixels from becoming slow. */
const MOST_OPEN = 200

/** Gathers pixels at once: a hostile page may differ in millions of places. */
export function createPixelClusters(): PixelClusters {
  const open: PixelBox[] = []
  return {
    add(y, from, to) {
      const run = { x0: from, y0: y, x1: to, y1: y + 1 }
      const near = open.findIndex((box) => areNear(box, run))
      if (near < 0 && open.length < MOST_OPEN) open.push(run)
      else {
        const at = near < 0 ? MOST_OPEN - 1 : near
        open[at] = union(open[at] ?? run, run)
      }
    },
    boxes() {
      const merged = mergeNear(open)
      const [first, ...others] = merged.splice(MOST_BOXES - 1)
      return first === undefined ? merged : [...merged, others.reduce(union, first)]
    },
  }
}

const areNear = (a: PixelBox, b: PixelBox): boolean =>
  a.x0 - NEAR_PIXELS < b.x1 && b.x0 - NEAR_PIXELS < a.x1 && a.y0 - NEAR_PIXELS < b.y1 && b.y0 - NEAR_PIXELS < a.y1

const union = (a: PixelBox, b: PixelBox): PixelBox => ({
  x0: Math.min(a.x0, b.x0),
  y0: Math.min(a.y0, b.y0),
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
})

/** A merged box may reach others, so it looks again. */
function mergeNear(boxes: readonly PixelBox[]): PixelBox[] {
  const merged: PixelBox[] = []
  for (const box of boxes) {
    let grown: PixelBox = box
    let at = merged.findIndex((other) => areNear(other, grown))
    while (at >= 0) {
      grown = merged.splice(at, 1).reduce(union, grown)
      at = merged.findIndex((other) => areNear(other, grown))
    }
    merged.push(grown)
  }
  return merged
}
