import { deflateSync } from 'node:zlib'
import { encode } from 'jpeg-js'
import { composePdf } from './compose-pdf.ts'
import { randomFrom } from './random.ts'

/** A4 at 150 dpi. */
const SCAN = { width: 1240, height: 1754 } as const
const SCANNED_PAGES = 20
const SCANNED_PICTURES = 5
/** From 1 to 100; gives about 500 KB per page. */
const SCAN_QUALITY = 82
const SCAN_GRAIN = 20

const LINE_PX = 30
const MARGIN_PX = 120
const LETTER_PX = 14

/** @returns RGBA bytes, row by row */
const scannedPage = (seed: number): Buffer => {
  const { width, height } = SCAN
  const random = randomFrom(seed)
  const rgba = Buffer.alloc(width * height * 4, 255)
  const columns = Math.ceil(width / LETTER_PX)
  const letters = Array.from({ length: columns * Math.ceil(height / LINE_PX) }, () => random() < 0.5)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const inside = x > MARGIN_PX && x < width - MARGIN_PX && y > MARGIN_PX && y < height - MARGIN_PX
      const letter = letters[Math.floor(y / LINE_PX) * columns + Math.floor(x / LETTER_PX)]
      const ink = inside && letter && y % LINE_PX < 12 && (x + seed) % LETTER_PX < 6
      const light = (ink ? 60 : 222) + (random() - 0.5) * SCAN_GRAIN
      const at = (y * width + x) * 4
      rgba[at] = light
      rgba[at + 1] = light - 4
      rgba[at + 2] = light - 12
    }
  return rgba
}

/** About 10 MB. */
export const scannedDocument = (): Buffer => {
  const { width, height } = SCAN
  const entries = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
  const pictures = Array.from({ length: SCANNED_PICTURES }, (_, index) => ({
    entries,
    data: encode({ width, height, data: scannedPage(index + 1) }, SCAN_QUALITY).data,
  }))
  return composePdf(
    Array.from({ length: SCANNED_PAGES / SCANNED_PICTURES }, () => pictures)
      .flat()
      .map((image) => ({ content: '', image })),
  )
}

const IMAGE = { width: 640, height: 906 } as const

/** About 1 MB. */
export const imageDocument = (): Buffer => {
  const { width, height } = IMAGE
  const random = randomFrom(1)
  const rgb = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const grain = Math.floor(random() * 6)
      rgb[at] = 40 + Math.floor((200 * x) / width) + grain
      rgb[at + 1] = 40 + Math.floor((200 * y) / height) + grain
      rgb[at + 2] = 120 + grain
    }
  const entries = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`
  return composePdf([{ content: '', image: { entries, data: deflateSync(rgb) } }])
}
