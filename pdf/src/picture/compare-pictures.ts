import type { PageRect } from '../syntax/page-geometry.ts'
import { createPixelClusters, type PixelBox, type PixelClusters } from './cluster-pixels.ts'
import type { RenderedPage } from './renderer.ts'

/**
 * Pixels by which a told rectangle grows on each side: its edge is seldom
 * a pixel's edge, and smoothing reaches one pixel further.
 */
export const EDGE_PIXELS = 2

export const WHOLE_PAGE_RECT: PageRect = { x: 0, y: 0, width: 1, height: 1 }

/**
 * Compares two pictures of a page exactly: one renderer draws the same
 * content with the same pixels (measured: decision 0066).
 * @param excused where the pictures may differ; another size or rotation is never excused
 * @returns rectangles that hold every other difference
 */
export function comparePagePictures(
  before: RenderedPage,
  after: RenderedPage,
  excused: readonly PageRect[],
): PageRect[] {
  if (!haveSameShape(before, after)) return [WHOLE_PAGE_RECT]
  const { width, height } = before
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const allowed = excused.filter(isArea).map((rect) => toPixels(rect, width, height))
  const clusters = createPixelClusters()
  for (let y = 0; y < height; y++) {
    const row = y * width
    if (equalRow(old, now, row, row + width)) continue
    for (const [from, to] of gapsOf(allowed, y, width)) addDifferent(clusters, { old, now, row, y }, from, to)
  }
  return clusters.boxes().map(({ x0, y0, x1, y1 }) => ({
    x: x0 / width,
    y: y0 / height,
    width: (x1 - x0) / width,
    height: (y1 - y0) / height,
  }))
}

/** Of a channel, from 0 to 255: print, and how much lighter it must become. */
const INK = 200
/** Of 255 levels of brightness. */
const LOST = 112
/** Half the strokes of a digit of 6 pt. No share: who repeats the text around one changed digit loses no more. */
const LEAST_LOST_PIXELS = 12

/**
 * Whether a drawing hides signed print: pixels of the rectangle became
 * much lighter. A pen's stroke over print makes none lighter than its ink.
 */
export function hidesInk(before: RenderedPage, after: RenderedPage, rect: PageRect): boolean {
  if (!haveSameShape(before, after) || !isArea(rect)) return false
  const { width, height } = before
  const { x0, y0, x1, y1 } = toPixels(rect, width, height)
  let lost = 0
  for (let y = Math.max(0, y0); y < Math.min(height, y1); y++) {
    for (let x = Math.max(0, x0); x < Math.min(width, x1); x++) {
      const was = shadeAt(before, y * width + x)
      if (was < INK && shadeAt(after, y * width + x) - was >= LOST) lost++
    }
  }
  return lost >= LEAST_LOST_PIXELS
}

/** Mean of the colours, so their order does not matter. */
const shadeAt = ({ pixels }: RenderedPage, at: number): number =>
  ((pixels[at * 4] ?? 0) + (pixels[at * 4 + 1] ?? 0) + (pixels[at * 4 + 2] ?? 0)) / 3

const haveSameShape = (a: RenderedPage, b: RenderedPage): boolean =>
  a.points.width === b.points.width &&
  a.points.height === b.points.height &&
  a.rotation === b.rotation &&
  a.width === b.width &&
  a.height === b.height &&
  a.pixels.length === b.pixels.length &&
  a.pixels.length === a.width * a.height * 4

/** One comparison a pixel; a view needs an aligned start. */
const wordsOf = ({ pixels }: RenderedPage): Uint32Array => {
  const aligned = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4)
}

function equalRow(old: Uint32Array, now: Uint32Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (old[at] !== now[at]) return false
  return true
}

/** Also false for what is no number. */
const isArea = ({ x, y, width, height }: PageRect): boolean =>
  Number.isFinite(x) && Number.isFinite(y) && width > 0 && height > 0

const toPixels = ({ x, y, width, height }: PageRect, across: number, down: number): PixelBox => ({
  x0: Math.floor(x * across) - EDGE_PIXELS,
  y0: Math.floor(y * down) - EDGE_PIXELS,
  x1: Math.ceil((x + width) * across) + EDGE_PIXELS,
  y1: Math.ceil((y + height) * down) + EDGE_PIXELS,
})

/** Parts of a row outside of all boxes, from left to right. */
function gapsOf(boxes: readonly PixelBox[], y: number, width: number): [from: number, to: number][] {
  const here = boxes.filter(({ y0, y1 }) => y0 <= y && y < y1).toSorted((a, b) => a.x0 - b.x0)
  const gaps: [number, number][] = []
  let from = 0
  for (const { x0, x1 } of here) {
    if (x0 > from) gaps.push([from, Math.min(x0, width)])
    from = Math.max(from, x1)
  }
  if (from < width) gaps.push([from, width])
  return gaps
}

interface Row {
  readonly old: Uint32Array
  readonly now: Uint32Array
  /** Index of its first pixel. */
  readonly row: number
  readonly y: number
}

function addDifferent(clusters: PixelClusters, { old, now, row, y }: Row, from: number, to: number): void {
  let start = -1
  for (let x = from; x < to; x++) {
    const differs = old[row + x] !== now[row + x]
    if (differs && start < 0) start = x
    if (!differs && start >= 0) {
      clusters.add(y, start, x)
      start = -1
    }
  }
  if (start >= 0) clusters.add(y, start, to)
}
