/** CSS pixels of the viewport. */
export interface ScreenBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** `vital`: focused, or part of a bar that stays in place. */
export type ObstacleKind = 'text' | 'control' | 'vital'

export interface ScreenObstacle extends ScreenBox {
  readonly kind: ObstacleKind
}

export interface ScreenPoint {
  readonly left: number
  readonly top: number
}

export interface PlaceRequest {
  readonly area: ScreenBox
  readonly size: { readonly width: number; readonly height: number }
  readonly obstacles: readonly ScreenObstacle[]
  /** Kept while no control is under it. */
  readonly current?: ScreenPoint | undefined
}

const STEP = 8
/** Between the notification and a control. */
const MARGIN = 8
/** No area of text outweighs a pixel of a control. */
const WEIGHTS: Readonly<Record<ObstacleKind, number>> = { text: 1, control: 1e6, vital: 1e12 }

const overlap = (start: number, length: number, otherStart: number, otherLength: number): number =>
  Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart))

/** @returns px² */
export const boxOverlapArea = (a: ScreenBox, b: ScreenBox): number =>
  overlap(a.left, a.width, b.left, b.width) * overlap(a.top, a.height, b.top, b.height)

const withMargin = ({ left, top, width, height }: ScreenBox): ScreenBox => ({
  left: left - MARGIN,
  top: top - MARGIN,
  width: width + 2 * MARGIN,
  height: height + 2 * MARGIN,
})

const isInside = ({ left, top }: ScreenPoint, { area, size }: Pick<PlaceRequest, 'area' | 'size'>): boolean =>
  left >= area.left &&
  top >= area.top &&
  left + size.width <= area.left + area.width &&
  top + size.height <= area.top + area.height

/** From the bottom up; left, right, centre. */
function* candidates({ area, size }: PlaceRequest): Generator<ScreenPoint> {
  const spareWidth = Math.max(0, area.width - size.width)
  const lefts = [...new Set([0, spareWidth, spareWidth / 2])].map((offset) => area.left + offset)
  const lowest = area.top + area.height - size.height
  for (let top = lowest; top >= area.top; top -= STEP) for (const left of lefts) yield { left, top }
}

const costAt = (point: ScreenPoint, { size, obstacles }: PlaceRequest): number => {
  const box = withMargin({ ...point, ...size })
  return obstacles.reduce((sum, other) => sum + boxOverlapArea(box, other) * WEIGHTS[other.kind], 0)
}

/** Where nothing is covered, else where it matters least. */
export const findFreePlace = (request: PlaceRequest): ScreenPoint => {
  const { size, area, current } = request
  if (current && isInside(current, request) && costAt(current, request) < WEIGHTS.control) return current
  let best: ScreenPoint = { left: area.left, top: area.top + area.height - size.height }
  let least = Number.POSITIVE_INFINITY
  for (const point of candidates(request)) {
    const cost = costAt(point, request)
    if (cost === 0) return point
    if (cost < least) {
      best = point
      least = cost
    }
  }
  return best
}
