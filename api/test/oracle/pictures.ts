/** RGB, from the top left. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Unrotated user space, points. */
export interface Area {
  /** From 1. */
  readonly page: number
  /** x0, y0, x1, y1. */
  readonly box: readonly [number, number, number, number]
}

export interface PageShape {
  readonly box: readonly [number, number, number, number]
  readonly rotate: number
}

/** Pixels per point: 54 dpi shows a single letter. */
export const SCALE = 0.75
/** Equal content renders identically. */
const CHANNEL_TOLERANCE = 24
/** Fewer pixels are invisible. */
const SMALLEST_CHANGE = 4
/** Drawings extend into neighbouring pixels. */
const MARGIN = 2

/** Binary PPM, 8 bits. */
export function readPictures(output: Buffer): Picture[] {
  const pictures: Picture[] = []
  let at = 0
  while (at < output.length) {
    const header = /^P6\s(?:#.*\n)?(\d+)\s(\d+)\s255\s/.exec(output.toString('latin1', at, at + 64))
    if (header === null) break
    const [all, width, height] = [header[0], Number(header[1]), Number(header[2])]
    const from = at + all.length
    at = from + width * height * 3
    pictures.push({ width, height, pixels: output.subarray(from, at) })
  }
  return pictures
}

function toPixels({ box }: Area, shape: PageShape): [number, number, number, number] {
  const [x0, y0, x1, y1] = shape.box
  const turn = (x: number, y: number): [number, number] => {
    if (shape.rotate === 90) return [y - y0, x - x0]
    if (shape.rotate === 180) return [x1 - x, y - y0]
    return shape.rotate === 270 ? [y1 - y, x1 - x] : [x - x0, y1 - y]
  }
  const [a, b] = [turn(box[0], box[1]), turn(box[2], box[3])]
  const low = (i: 0 | 1): number => Math.floor(Math.min(a[i], b[i]) * SCALE) - MARGIN
  const high = (i: 0 | 1): number => Math.ceil(Math.max(a[i], b[i]) * SCALE) + MARGIN
  return [low(0), low(1), high(0), high(1)]
}

const differs = (a: Uint8Array, b: Uint8Array, at: number): boolean => {
  for (let channel = at; channel < at + 3; channel++) {
    if (Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) > CHANNEL_TOLERANCE) return true
  }
  return false
}

function countDifferent(a: Picture, b: Picture, filled: readonly (readonly number[])[]): number {
  let count = 0
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      if (!differs(a.pixels, b.pixels, (y * a.width + x) * 3)) continue
      const mayDiffer = filled.some(
        ([left = 0, top = 0, right = 0, bottom = 0]) => x >= left && x < right && y >= top && y < bottom,
      )
      if (!mayDiffer) count++
    }
  }
  return count
}

const isWhite = ({ pixels }: Picture, at: number): boolean =>
  [0, 1, 2].every((channel) => (pixels[at + channel] ?? 0) > 255 - CHANNEL_TOLERANCE)

export function coversInk(
  before: readonly Picture[],
  after: readonly Picture[],
  areas: readonly Area[],
  shapes: readonly PageShape[],
): boolean {
  return areas.some((area) => {
    const [old, now, shape] = [before[area.page - 1], after[area.page - 1], shapes[area.page - 1]]
    if (old === undefined || now === undefined || shape === undefined || now.width !== old.width) return false
    const [left, top, right, bottom] = toPixels(area, shape)
    let count = 0
    for (let y = Math.max(0, top); y < Math.min(old.height, bottom); y++) {
      for (let x = Math.max(0, left); x < Math.min(old.width, right); x++) {
        const at = (y * old.width + x) * 3
        if (!isWhite(old, at) && differs(old.pixels, now.pixels, at)) count++
      }
    }
    return count >= SMALLEST_CHANGE
  })
}

/** Page 0 means another page count. */
export function differentPages(
  before: readonly Picture[],
  after: readonly Picture[],
  fillable: readonly Area[],
  shapes: readonly PageShape[],
): number[] {
  const pages = before.flatMap((old, index) => {
    const now = after[index]
    const shape = shapes[index]
    if (now === undefined) return []
    if (now.width !== old.width || now.height !== old.height) return [index + 1]
    if (Buffer.compare(old.pixels, now.pixels) === 0) return []
    const filled = fillable.flatMap((area) =>
      area.page === index + 1 && shape !== undefined ? [toPixels(area, shape)] : [],
    )
    return countDifferent(old, now, filled) >= SMALLEST_CHANGE ? [index + 1] : []
  })
  return before.length === after.length ? pages : [0, ...pages]
}
