/** A rectangle in default user space, in points; `x0 < x1` and `y0 < y1`. */
export interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** Degrees by which a page is turned clockwise when shown (/Rotate). */
export type Rotation = 0 | 90 | 180 | 270

/** What a page looks like from outside: its visible box and how it is turned. */
export interface PageView {
  readonly cropBox: Box
  readonly rotate: Rotation
}

/** Fractions, 0 to 1, of the page as it is seen (crop box, turned); origin at the top left, y downwards. */
export interface FractionRect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** `a b c d e f` of ISO 32000-1, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number]

/** Size of the page as it is seen, in points. */
export function seenSize({ cropBox, rotate }: PageView): { width: number; height: number } {
  const width = cropBox.x1 - cropBox.x0
  const height = cropBox.y1 - cropBox.y0
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** A point given as fractions of the page as seen, in user space. */
function toUserSpace({ cropBox, rotate }: PageView, x: number, y: number): [number, number] {
  const width = cropBox.x1 - cropBox.x0
  const height = cropBox.y1 - cropBox.y0
  switch (rotate) {
    case 0:
      return [cropBox.x0 + x * width, cropBox.y1 - y * height]
    case 90:
      return [cropBox.x0 + y * width, cropBox.y0 + x * height]
    case 180:
      return [cropBox.x1 - x * width, cropBox.y0 + y * height]
    case 270:
      return [cropBox.x1 - y * width, cropBox.y1 - x * height]
  }
}

/** The rectangle of user space that covers the given part of the page as seen. */
export function toPdfRect(view: PageView, { x, y, width, height }: FractionRect): Box {
  const [ax, ay] = toUserSpace(view, x, y)
  const [bx, by] = toUserSpace(view, x + width, y + height)
  return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) }
}

/** A point of user space as fractions of the page as seen. */
function toSeen({ cropBox, rotate }: PageView, px: number, py: number): [number, number] {
  const right = (px - cropBox.x0) / (cropBox.x1 - cropBox.x0)
  const up = (py - cropBox.y0) / (cropBox.y1 - cropBox.y0)
  switch (rotate) {
    case 0:
      return [right, 1 - up]
    case 90:
      return [up, right]
    case 180:
      return [1 - right, up]
    case 270:
      return [1 - up, 1 - right]
  }
}

/** Inverse of `toPdfRect`. */
export function toFractions(view: PageView, { x0, y0, x1, y1 }: Box): FractionRect {
  const [ax, ay] = toSeen(view, x0, y0)
  const [bx, by] = toSeen(view, x1, y1)
  return { x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by) }
}

/**
 * Size, as seen and in points, of an appearance that fills `rect`, and the matrix that stands it upright.
 * A reader scales the turned box into the annotation's /Rect (ISO 32000-1, 12.5.5).
 */
export function uprightAppearance(rect: Box, rotate: Rotation): { width: number; height: number; matrix: Matrix } {
  const { width, height } = seenSize({ cropBox: rect, rotate })
  switch (rotate) {
    case 0:
      return { width, height, matrix: [1, 0, 0, 1, 0, 0] }
    case 90:
      return { width, height, matrix: [0, 1, -1, 0, height, 0] }
    case 180:
      return { width, height, matrix: [-1, 0, 0, -1, width, height] }
    case 270:
      return { width, height, matrix: [0, -1, 1, 0, 0, width] }
  }
}

/** /Rotate as a `Rotation`; undefined where it is no multiple of 90. */
export function rotationOf(degrees: number): Rotation | undefined {
  const turned = ((degrees % 360) + 360) % 360
  return turned === 0 || turned === 90 || turned === 180 || turned === 270 ? turned : undefined
}

/** What two boxes have in common; undefined where that has no area. */
export function intersect(a: Box, b: Box): Box | undefined {
  const box = {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  }
  return box.x0 < box.x1 && box.y0 < box.y1 ? box : undefined
}
