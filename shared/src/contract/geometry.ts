/**
 * Positions on a PDF page, in three units:
 *
 * - fractions, 0 to 1, of the visible page (the crop box
 *   turned by /Rotate); origin top left. Stored and sent.
 * - canvas pixels: the visible page at zoom 1; 1 px = 1 pt.
 * - user space, in points; y upwards. Written into the file.
 */
export interface Point {
  readonly x: number
  readonly y: number
}
export interface Size {
  readonly width: number
  readonly height: number
}
export interface Rect extends Point, Size {}

/** The optional `unit` keeps the compiler from mixing units. */
export interface FractionRect extends Rect {
  readonly unit?: 'fraction'
}
export interface CanvasRect extends Rect {
  readonly unit?: 'canvas'
}

/** Default user space, in points; `x0 < x1`, `y0 < y1`. */
export interface PdfBox {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}
/** Clockwise rotation in degrees (/Rotate). */
export type PageRotation = 0 | 90 | 180 | 270

export interface PageView {
  readonly cropBox: PdfBox
  readonly rotate: PageRotation
}

/** Returns `low` if `low` exceeds `high`. */
export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high))

/** Moves a rectangle inside the page; shrinks it if it is larger. */
export const clampInto = (rect: CanvasRect, page: Size): CanvasRect => {
  const width = Math.min(rect.width, page.width)
  const height = Math.min(rect.height, page.height)
  return { x: clamp(rect.x, 0, page.width - width), y: clamp(rect.y, 0, page.height - height), width, height }
}

/** Converts to fractions of the page and clamps. */
export const toFractions = (rect: CanvasRect, page: Size): FractionRect => {
  const inside = clampInto(rect, page)
  const x = clamp(inside.x / page.width, 0, 1)
  const y = clamp(inside.y / page.height, 0, 1)
  return {
    x,
    y,
    width: clamp(inside.width / page.width, 0, 1 - x),
    height: clamp(inside.height / page.height, 0, 1 - y),
  }
}

export const toCanvas = ({ x, y, width, height }: FractionRect, page: Size): CanvasRect => ({
  x: x * page.width,
  y: y * page.height,
  width: width * page.width,
  height: height * page.height,
})

/** Size of the visible page, in points. */
export const seenSize = ({ cropBox, rotate }: PageView): Size => {
  const width = cropBox.x1 - cropBox.x0
  const height = cropBox.y1 - cropBox.y0
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width }
}

const toUserSpace = ({ cropBox, rotate }: PageView, x: number, y: number): readonly [number, number] => {
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

const toSeen = ({ cropBox, rotate }: PageView, px: number, py: number): readonly [number, number] => {
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

export const toPdfBox = (view: PageView, { x, y, width, height }: FractionRect): PdfBox => {
  const [ax, ay] = toUserSpace(view, x, y)
  const [bx, by] = toUserSpace(view, x + width, y + height)
  return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) }
}

/** Inverse of `toPdfBox`. */
export const fromPdfBox = (view: PageView, { x0, y0, x1, y1 }: PdfBox): FractionRect => {
  const [ax, ay] = toSeen(view, x0, y0)
  const [bx, by] = toSeen(view, x1, y1)
  return { x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by) }
}
