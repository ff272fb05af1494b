import type { CanvasRect, Rect, Size } from '../geometry/geometry.ts'
import { clampInto } from '../geometry/geometry.ts'
import type { ResizeHandle } from '../geometry/placing.ts'
import { moveWithin, resizeWithin, sidesOf } from '../geometry/placing.ts'

export interface SnapGuide {
  /** 'x': the line is vertical. */
  readonly axis: Axis
  readonly at: number
  readonly from: number
  readonly to: number
}
type Axis = 'x' | 'y'

export interface SnapScene {
  readonly page: Size
  readonly others: readonly CanvasRect[]
}

export interface AlignedRect {
  readonly rect: CanvasRect
  readonly guides: readonly SnapGuide[]
}

/** Edges snap to edges, centres to centres. */
type Kind = 'edge' | 'centre'
interface Mark {
  readonly kind: Kind
  readonly at: number
}

const EPSILON = 1e-6
const axes = ['x', 'y'] as const
const extent = { x: 'width', y: 'height' } as const
const across = { x: 'y', y: 'x' } as const

const startEdge = (rect: Rect, axis: Axis): number => rect[axis]
const endEdge = (rect: Rect, axis: Axis): number => rect[axis] + rect[extent[axis]]

const marksOf = (rect: Rect, axis: Axis): readonly Mark[] => [
  { kind: 'edge', at: startEdge(rect, axis) },
  { kind: 'edge', at: endEdge(rect, axis) },
  { kind: 'centre', at: (startEdge(rect, axis) + endEdge(rect, axis)) / 2 },
]

interface Line extends Mark {
  readonly guide: SnapGuide
}

const snapLines = ({ page, others }: SnapScene, axis: Axis): readonly Line[] => {
  const other = across[axis]
  const middle = page[extent[axis]] / 2
  const centre: Line = { kind: 'centre', at: middle, guide: { axis, at: middle, from: 0, to: page[extent[other]] } }
  const ofFields = others.flatMap((rect) =>
    marksOf(rect, axis).map(
      ({ kind, at }): Line => ({
        kind,
        at,
        guide: { axis, at, from: startEdge(rect, other), to: endEdge(rect, other) },
      }),
    ),
  )
  return [centre, ...ofFields]
}

const shifts = (marks: readonly Mark[], lines: readonly Line[]): readonly number[] =>
  marks.flatMap((mark) => lines.filter(({ kind }) => kind === mark.kind).map((line) => line.at - mark.at))

const nearest = (candidates: readonly number[]): number =>
  candidates.reduce((best, shift) => (Math.abs(shift) < Math.abs(best) ? shift : best), Number.POSITIVE_INFINITY)

const orNone = (shift: number): number => (Number.isFinite(shift) ? shift : 0)

export const guidesOf = (rect: CanvasRect, scene: SnapScene): readonly SnapGuide[] =>
  axes.flatMap((axis) => {
    const marks = marksOf(rect, axis)
    const other = across[axis]
    return snapLines(scene, axis)
      .filter((line) => marks.some(({ kind, at }) => kind === line.kind && Math.abs(at - line.at) < EPSILON))
      .map(({ guide }) => ({
        ...guide,
        from: Math.min(guide.from, startEdge(rect, other)),
        to: Math.max(guide.to, endEdge(rect, other)),
      }))
  })

const aligned = (rect: CanvasRect, scene: SnapScene): AlignedRect => ({ rect, guides: guidesOf(rect, scene) })

const isInside = (rect: CanvasRect, page: Size): boolean => {
  const inside = clampInto(rect, page)
  return Math.abs(inside.x - rect.x) < EPSILON && Math.abs(inside.y - rect.y) < EPSILON
}

const shifted = (rect: CanvasRect, x: number, y: number): CanvasRect => ({ ...rect, x: rect.x + x, y: rect.y + y })

/** `reach` in canvas pixels; stays inside the page. */
export const alignMoved = (rect: CanvasRect, scene: SnapScene, reach: number): AlignedRect => {
  const shift = (axis: Axis) => {
    const fits = (by: number) => isInside(axis === 'x' ? shifted(rect, by, 0) : shifted(rect, 0, by), scene.page)
    const possible = shifts(marksOf(rect, axis), snapLines(scene, axis))
    return orNone(nearest(possible.filter((by) => Math.abs(by) <= reach && fits(by))))
  }
  return aligned(shifted(rect, shift('x'), shift('y')), scene)
}

const pulledMarks = (rect: CanvasRect, handle: ResizeHandle, axis: Axis): readonly Mark[] => {
  const side = sidesOf(handle)[axis]
  if (side === 'none') return []
  return [{ kind: 'edge', at: side === 'low' ? startEdge(rect, axis) : endEdge(rect, axis) }]
}

interface Pull {
  readonly handle: ResizeHandle
  readonly min: Size
}

/** Discards shifts that the size limits would shorten. */
const pulledBy = (rect: CanvasRect, { handle, min }: Pull, shift: Record<Axis, number>, page: Size): CanvasRect =>
  resizeWithin(rect, handle, shift.x, shift.y, page, min)

const isReached = (rect: CanvasRect, { handle }: Pull, axis: Axis, at: number): boolean =>
  pulledMarks(rect, handle, axis).some((mark) => Math.abs(mark.at - at) < EPSILON)

/** `reach` in canvas pixels. */
export const alignResized = (rect: CanvasRect, pull: Pull, scene: SnapScene, reach: number): AlignedRect => {
  const snapped = axes.reduce((sizing, axis) => {
    const marks = pulledMarks(sizing, pull.handle, axis)
    const shift = orNone(nearest(shifts(marks, snapLines(scene, axis)).filter((by) => Math.abs(by) <= reach)))
    const next = pulledBy(sizing, pull, { x: 0, y: 0, [axis]: shift }, scene.page)
    return marks.every(({ at }) => isReached(next, pull, axis, at + shift)) ? next : sizing
  }, rect)
  return aligned(snapped, scene)
}

/** Stops a step at a line; the next step continues beyond it. */
const shortened = (step: number, candidates: readonly number[]): number => {
  const onTheWay = candidates.filter(
    (shift) => Math.abs(shift) > EPSILON && Math.sign(shift) === Math.sign(step) && Math.abs(shift) < Math.abs(step),
  )
  return Math.sign(step) * Math.min(Math.abs(step), ...onTheWay.map(Math.abs))
}

interface Step {
  readonly dx: number
  readonly dy: number
}

export const stepMoved = (rect: CanvasRect, { dx, dy }: Step, scene: SnapScene): AlignedRect => {
  const along = (step: number, axis: Axis) =>
    step === 0 ? 0 : shortened(step, shifts(marksOf(rect, axis), snapLines(scene, axis)))
  return aligned(moveWithin(rect, along(dx, 'x'), along(dy, 'y'), scene.page), scene)
}

export const stepResized = (rect: CanvasRect, pull: Pull, { dx, dy }: Step, scene: SnapScene): AlignedRect => {
  const along = (step: number, axis: Axis) =>
    step === 0 ? 0 : shortened(step, shifts(pulledMarks(rect, pull.handle, axis), snapLines(scene, axis)))
  return aligned(pulledBy(rect, pull, { x: along(dx, 'x'), y: along(dy, 'y') }, scene.page), scene)
}
