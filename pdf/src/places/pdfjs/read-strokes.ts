import type { SeenBox } from '../page-marks.ts'
import { applyMatrix, identityMatrix, matrixOf, multiplyMatrices, type PlaneMatrix, type PlanePoint } from './affine.ts'
import { pdfjsOperators as ops, pdfjsPathOperators as path } from './operator-numbers.ts'
import type { PdfjsOperators } from './page-source.ts'

/** In points: a line may be so far from straight. */
const STRAIGHT = 0.75
/** In points: a thicker filled rectangle is an area. */
const THIN = 3

interface Graphics {
  readonly matrix: PlaneMatrix
  readonly lineWidth: number
}

interface PathLine {
  readonly from: PlanePoint
  readonly to: PlanePoint
}

interface SubPath {
  readonly lines: readonly PathLine[]
  readonly isCurved: boolean
}

const coordinatesOf: Readonly<Record<number, number>> = {
  [path.moveTo]: 2,
  [path.lineTo]: 2,
  [path.curveTo]: 6,
  [path.quadraticCurveTo]: 4,
  [path.closePath]: 0,
}

/** Splits the data of `constructPath` at its `moveTo`. */
const subPathsOf = (data: ArrayLike<number>, matrix: PlaneMatrix): readonly SubPath[] => {
  const found: { lines: PathLine[]; isCurved: boolean }[] = []
  let start: PlanePoint = { x: 0, y: 0 }
  let at = start
  for (let index = 0; index < data.length; ) {
    const operator = data[index] ?? -1
    const count = coordinatesOf[operator]
    if (count === undefined) return found
    const to = count === 0 ? start : applyMatrix(matrix, data[index + count - 1] ?? 0, data[index + count] ?? 0)
    index += count + 1
    const current = found.at(-1)
    if (operator === path.moveTo || !current) {
      found.push({ lines: [], isCurved: false })
      start = to
    } else if (operator === path.lineTo || operator === path.closePath) current.lines.push({ from: at, to })
    else current.isCurved = true
    at = to
  }
  return found
}

const boxOf = (points: readonly PlanePoint[]): SeenBox => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const isStraight = ({ width, height }: SeenBox): boolean => Math.min(width, height) <= STRAIGHT

const thickened = (box: SeenBox, by: number): SeenBox =>
  box.width >= box.height
    ? { ...box, y: box.y - by / 2, height: box.height + by }
    : { ...box, x: box.x - by / 2, width: box.width + by }

const strokedLines = ({ lines }: SubPath, thickness: number): readonly SeenBox[] =>
  lines
    .map(({ from, to }) => boxOf([from, to]))
    .filter(isStraight)
    .map((box) => thickened(box, thickness))

const filledLine = ({ lines, isCurved }: SubPath): readonly SeenBox[] => {
  if (isCurved || lines.length === 0) return []
  const box = boxOf(lines.flatMap(({ from, to }) => [from, to]))
  return Math.min(box.width, box.height) <= THIN ? [box] : []
}

const strokes: ReadonlySet<unknown> = new Set([
  ops.stroke,
  ops.closeStroke,
  ops.fillStroke,
  ops.eoFillStroke,
  ops.closeFillStroke,
  ops.closeEOFillStroke,
])
const fills: ReadonlySet<unknown> = new Set([ops.fill, ops.eoFill])

const isNumbers = (value: unknown): value is ArrayLike<number> => Array.isArray(value) || value instanceof Float32Array

const drawnBy = (args: unknown, { matrix, lineWidth }: Graphics): readonly SeenBox[] => {
  const [paint, parts] = Array.isArray(args) ? args : []
  const data: unknown = Array.isArray(parts) ? parts[0] : undefined
  if (!isNumbers(data) || !(strokes.has(paint) || fills.has(paint))) return []
  const paths = subPathsOf(data, matrix)
  if (fills.has(paint)) return paths.flatMap(filledLine)
  const thickness = lineWidth * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
  return paths.flatMap((each) => strokedLines(each, thickness))
}

const argument = (args: unknown, index: number): unknown => (Array.isArray(args) ? args[index] : undefined)

const withMatrix = (now: Graphics, own: unknown): Graphics => ({
  ...now,
  matrix: multiplyMatrices(now.matrix, matrixOf(own) ?? identityMatrix),
})

/** The graphics state of ISO 32000-1, 8.4, as far as lines need it. */
class GraphicsStack {
  private readonly saved: Graphics[] = []
  now: Graphics

  constructor(view: PlaneMatrix) {
    this.now = { matrix: view, lineWidth: 1 }
  }

  apply(operator: number, args: unknown): void {
    switch (operator) {
      case ops.save:
        this.saved.push(this.now)
        break
      case ops.restore:
      case ops.paintFormXObjectEnd:
        this.now = this.saved.pop() ?? this.now
        break
      case ops.transform:
        this.now = withMatrix(this.now, args)
        break
      case ops.paintFormXObjectBegin:
        this.saved.push(this.now)
        this.now = withMatrix(this.now, argument(args, 0))
        break
      case ops.setLineWidth:
        this.now = { ...this.now, lineWidth: Number(argument(args, 0)) || 0 }
        break
    }
  }
}

/**
 * @param list of `getOperatorList`, without annotations
 * @returns horizontal and vertical lines in points as seen; colours and clipping are not looked at
 */
export const readStrokes = ({ fnArray, argsArray }: PdfjsOperators, view: PlaneMatrix): readonly SeenBox[] => {
  const stack = new GraphicsStack(view)
  const found: SeenBox[] = []
  fnArray.forEach((operator, index) => {
    const args = argsArray[index]
    if (operator === ops.constructPath) for (const box of drawnBy(args, stack.now)) found.push(box)
    else stack.apply(operator, args)
  })
  return found
}
