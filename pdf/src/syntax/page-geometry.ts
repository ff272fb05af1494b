/** Points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** Fractions, 0 to 1, of the displayed page; origin top left, y down. */
export interface PageRect extends PageSize {
  readonly x: number
  readonly y: number
}

/** Default user space in points; `x0 < x1` and `y0 < y1`. */
export interface PdfBox {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}
/** Clockwise degrees (/Rotate). */
export type PageRotation = 0 | 90 | 180 | 270

export interface PageView {
  readonly cropBox: PdfBox
  readonly rotate: PageRotation
}

/** Undefined unless a multiple of 90. */
export function rotationOf(degrees: number): PageRotation | undefined {
  const turned = ((degrees % 360) + 360) % 360
  return turned === 0 || turned === 90 || turned === 180 || turned === 270 ? turned : undefined
}

/** Undefined if the common area is empty. */
export function intersectBoxes(a: PdfBox, b: PdfBox): PdfBox | undefined {
  const box = {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  }
  return box.x0 < box.x1 && box.y0 < box.y1 ? box : undefined
}

/** Points, as displayed. */
export const seenSize = ({ cropBox, rotate }: PageView): PageSize => {
  const width = cropBox.x1 - cropBox.x0
  const height = cropBox.y1 - cropBox.y0
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Fractions of the displayed page → user space. */
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

/** User space → fractions of the displayed page. */
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

/** From fractions of the visible page to points in default user space (ISO 32000-1, 8.3.2.3). */
export const toPdfBox = (view: PageView, { x, y, width, height }: PageRect): PdfBox => {
  const [ax, ay] = toUserSpace(view, x, y)
  const [bx, by] = toUserSpace(view, x + width, y + height)
  return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) }
}

/** The inverse of `toPdfBox`; outside of the page, fractions are below 0 or above 1. */
export const fromPdfBox = (view: PageView, { x0, y0, x1, y1 }: PdfBox): PageRect => {
  const [ax, ay] = toSeen(view, x0, y0)
  const [bx, by] = toSeen(view, x1, y1)
  return { x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by) }
}
