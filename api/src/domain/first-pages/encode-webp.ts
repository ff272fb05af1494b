import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import encode, { init } from '@jsquash/webp/encode.js'
import type { RenderedPage } from 'pdf/picture'
import { PICTURE_BYTES, SMALL_PICTURE } from './constants.ts'

const WASM = createRequire(import.meta.url).resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm')

/** Not in Node's types; every Node that runs Trazo has it, with SIMD. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

let encoder: Promise<unknown> | undefined

/** Once a thread: the package itself would fetch a URL. */
const loadEncoder = (): Promise<unknown> => {
  encoder ??= readFile(WASM).then(async (bytes) => init((await WebAssembly.compile(bytes)) as never))
  return encoder
}

/**
 * Of each colour. Text in 16 steps takes half the bytes of a lossy picture that is as sharp, and nothing that a reader
 * can see becomes white: that needs 97 % of it.
 */
const STEPS = 16
const STEP = 255 / (STEPS - 1)

/** PDFium draws blue first. */
const toRgba = ({ pixels }: RenderedPage): Uint8ClampedArray => {
  const rgba = new Uint8ClampedArray(pixels)
  for (let index = 0; index < rgba.length; index += 4) {
    rgba[index] = pixels[index + 2] ?? 0
    rgba[index + 2] = pixels[index] ?? 0
  }
  return rgba
}

const inSteps = (rgba: Uint8ClampedArray): Uint8ClampedArray => rgba.map((value) => Math.round(value / STEP) * STEP)

/** libwebp's 0 to 6: 2 takes half the time of 4 for 4 % more bytes. */
const method = 2

interface Encoding {
  change(rgba: Uint8ClampedArray): Uint8ClampedArray
  readonly options: { readonly lossless?: 1; readonly quality: number; readonly method: number }
}

const asText: Encoding = { change: inSteps, options: { lossless: 1, quality: 30, method } }
/** A small photograph fits in 16 steps as well, which show there, and takes twice the bytes. */
const asSmallPhotograph: Encoding = { change: (rgba) => rgba, options: { quality: 70, method } }

/** In this order, until a picture fits: text, then scans. */
const ATTEMPTS: readonly Encoding[] = [
  asText,
  { change: (rgba) => rgba, options: { quality: 50, method } },
  { change: (rgba) => rgba, options: { quality: 20, method } },
]

/** @returns undefined if it stays too large at the lowest quality */
export const encodeWebp = async (page: RenderedPage): Promise<Uint8Array | undefined> => {
  await loadEncoder()
  const rgba = toRgba(page)
  const encodeAs = async ({ change, options }: Encoding): Promise<Uint8Array> =>
    new Uint8Array(await encode({ data: change(rgba), width: page.width, height: page.height } as never, options))
  if (page.width <= SMALL_PICTURE) {
    const [text, photograph] = [await encodeAs(asText), await encodeAs(asSmallPhotograph)]
    return text.length <= photograph.length ? text : photograph
  }
  for (const encoding of ATTEMPTS) {
    const encoded = await encodeAs(encoding)
    if (encoded.length <= PICTURE_BYTES) return encoded
  }
  return undefined
}
