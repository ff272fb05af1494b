import { crc32, inflateSync } from 'node:zlib'
import { SignatureError } from '../cms/index.ts'
import { concatBytes, decodeLatin1, undoPngFilters } from '../syntax/index.ts'

/** 8 bits per component, top row first. */
export interface DecodedPng {
  readonly width: number
  readonly height: number
  /** 1 (grey) or 3 (RGB). */
  readonly channels: 1 | 3
  readonly samples: Uint8Array
  /** One byte per pixel; undefined if opaque. */
  readonly alpha: Uint8Array | undefined
}

const MAX_WIDTH = 2000
const MAX_HEIGHT = 1000
const MAX_BYTES = 4 * 1024 * 1024
const SIGNATURE = '\x89PNG\r\n\x1a\n'

const imageRefused = (message: string): SignatureError => new SignatureError('APPEARANCE_INVALID', message)

interface Header {
  readonly width: number
  readonly height: number
  readonly colourType: number
}

/** By colour type (PNG specification, 11.2.2). */
const samplesByColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Decodes a PNG: 8 bits a sample, not interlaced, at most 2000 × 1000 pixels and 4 MB.
 *
 * @throws SignatureError APPEARANCE_INVALID
 */
export function decodePng(bytes: Uint8Array): DecodedPng {
  if (bytes.length > MAX_BYTES) throw imageRefused('the picture is larger than 4 MB')
  if (decodeLatin1(bytes, 0, SIGNATURE.length) !== SIGNATURE) throw imageRefused('the picture is not a PNG')
  const chunks = readChunks(bytes)
  const header = readHeader(chunks[0])
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data
  const transparency = chunks.find(({ type }) => type === 'tRNS')?.data
  const compressed = concatBytes(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixels = inflatePixels(compressed, header)
  if (header.colourType === 3) return fromPalette(header, pixels, palette, transparency)
  if (transparency !== undefined) throw imageRefused('transparency by colour key is not supported')
  return splitAlpha(header, pixels)
}

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

function readChunks(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const end = at + 8 + length
    if (end + 4 > bytes.length) break
    const type = decodeLatin1(bytes, at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) throw imageRefused(`chunk ${type} is damaged`)
    if (type === 'IEND') return chunks
    if (/^[A-Z]/.test(type) && !['IHDR', 'PLTE', 'IDAT'].includes(type)) throw imageRefused(`unknown chunk ${type}`)
    chunks.push({ type, data: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  throw imageRefused('the PNG is truncated')
}

function readHeader(chunk: Chunk | undefined): Header {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) throw imageRefused('the PNG has no header')
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  if (width < 1 || height < 1 || width > MAX_WIDTH || height > MAX_HEIGHT) {
    throw imageRefused(`${width} × ${height} pixels; at most ${MAX_WIDTH} × ${MAX_HEIGHT} are accepted`)
  }
  const [bitDepth, colourType = -1, compression, filter, interlace] = chunk.data.subarray(8)
  if (bitDepth !== 8 || compression !== 0 || filter !== 0 || interlace !== 0 || !(colourType in samplesByColourType)) {
    throw imageRefused('only PNGs of 8 bits per sample that are not interlaced are supported')
  }
  return { width, height, colourType }
}

function inflatePixels(compressed: Uint8Array, { width, height, colourType }: Header): Uint8Array {
  const samples = samplesByColourType[colourType] ?? 1
  const expected = height * (1 + width * samples)
  try {
    const data = inflateSync(compressed, { maxOutputLength: expected })
    if (data.length !== expected) throw imageRefused('the PNG has too few pixels')
    return undoPngFilters(data, width * samples, samples)
  } catch (error) {
    throw error instanceof SignatureError ? error : imageRefused('the pixels of the PNG are damaged')
  }
}

const unlessOpaque = (alpha: Uint8Array): Uint8Array | undefined =>
  alpha.every((value) => value === 255) ? undefined : alpha

function splitAlpha({ width, height, colourType }: Header, pixels: Uint8Array): DecodedPng {
  const channels = colourType === 0 || colourType === 4 ? 1 : 3
  if (colourType === 0 || colourType === 2) return { width, height, channels, samples: pixels, alpha: undefined }
  const count = width * height
  const samples = new Uint8Array(count * channels)
  const alpha = new Uint8Array(count)
  for (let pixel = 0, source = 0, target = 0; pixel < count; pixel++) {
    for (let channel = 0; channel < channels; channel++) samples[target++] = pixels[source++] ?? 0
    alpha[pixel] = pixels[source++] ?? 0
  }
  return { width, height, channels, samples, alpha: unlessOpaque(alpha) }
}

function fromPalette(
  { width, height }: Header,
  pixels: Uint8Array,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): DecodedPng {
  if (palette === undefined || palette.length % 3 !== 0) throw imageRefused('the PNG has no palette')
  const samples = new Uint8Array(pixels.length * 3)
  const alpha = new Uint8Array(pixels.length)
  pixels.forEach((index, pixel) => {
    if (index * 3 >= palette.length) throw imageRefused('a pixel lies outside the palette')
    samples.set(palette.subarray(index * 3, index * 3 + 3), pixel * 3)
    alpha[pixel] = transparency?.[index] ?? 255
  })
  return { width, height, channels: 3, samples, alpha: unlessOpaque(alpha) }
}
