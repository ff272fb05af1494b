import { crc32, deflateSync } from 'node:zlib'
import { asciiBytes, concatBytes } from '../syntax/index.ts'
import { plainDocument } from '../write/plain-document.ts'

/** One empty A4 page, for self-tests. */
export const buildSample = (): Uint8Array =>
  plainDocument([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<>>>>',
  ])

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = concatBytes([asciiBytes(type), data])
  const result = new Uint8Array(body.length + 8)
  const view = new DataView(result.buffer)
  view.setUint32(0, data.length)
  result.set(body, 4)
  view.setUint32(body.length + 4, crc32(body))
  return result
}

/** For tests of the PNG reader. */
export interface PngInput {
  readonly width: number
  readonly height: number
  /**
   * 0 grey, 2 RGB, 3 palette, 4 grey with
   * alpha, 6 RGBA (PNG specification, 11.2.2).
   */
  readonly colourType: number
  /** Filter byte and samples per row. */
  readonly rows: Uint8Array
  /** Placed between header and pixels. */
  readonly chunks?: readonly (readonly [type: string, data: Uint8Array])[]
}

/** @param rows already filtered */
export function encodePng({ width, height, colourType, rows, chunks = [] }: PngInput): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, colourType, 0, 0, 0], 8)
  return concatBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    ...chunks.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ])
}

export function samplePng(width = 50, height = 20): Uint8Array {
  const rowLength = 1 + width * 4
  const rows = new Uint8Array(height * rowLength)
  for (let y = 0; y < height; y++) rows[y * rowLength + 1 + Math.floor((y * width) / height) * 4 + 3] = 255
  return encodePng({ width, height, colourType: 6, rows })
}

/** A transparent picture, for signatures without a drawing. */
export const blankPng = (): Uint8Array => encodePng({ width: 2, height: 1, colourType: 6, rows: new Uint8Array(9) })
