import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Fractions of a page as displayed. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Grey values below this are ink. */
const INK = 128
const DPI = 144

/** Renders with poppler (crop box, rotated) as grey values 0–255. */
const rendered = (pdf: Uint8Array, page: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-ink-'))
  try {
    const path = join(folder, 'signed.pdf')
    writeFileSync(path, pdf)
    const args = ['-gray', '-cropbox', '-r', String(DPI), '-f', String(page), '-l', String(page), path]
    const picture = execFileSync('pdftoppm', args, { maxBuffer: 64 * 1024 * 1024 })
    const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 64).toString('latin1'))
    if (!header) throw new Error('pdftoppm gave no picture')
    return { width: Number(header[1]), height: Number(header[2]), pixels: picture.subarray(header[0].length) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Needs `pdftoppm`. */
export const inkOn = (pdf: Uint8Array, page: number): Part => {
  const { width, height, pixels } = rendered(pdf, page)
  let [left, top, right, bottom] = [width, height, 0, 0]
  pixels.forEach((value, index) => {
    if (value >= INK) return
    const [x, y] = [index % width, Math.floor(index / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  })
  return { x: left / width, y: top / height, width: (right - left) / width, height: (bottom - top) / height }
}
