import { SIGNATURE_DATA_MAX_LENGTH } from 'shared/contract'
import { EXPORT_MAX_WIDTH_PX } from './constants.ts'

export interface SignatureImage {
  /** PNG data URL with a transparent background. */
  readonly png: string
  readonly filename: string
  /** Of a saved signature. */
  readonly savedId?: number
}

export class ImageProblem extends Error {
  override readonly name = 'ImageProblem'
}

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
const IMAGE_MAX_BYTES = 10 * 1024 * 1024

export const imageTexts = {
  type: 'Elige una imagen PNG, JPG o WebP de tu firma.',
  size: 'La imagen pesa más de 10 MB. Elige una más pequeña o recórtala.',
  unreadable: 'No pudimos leer la imagen. Elige otra o toma la foto de nuevo.',
  empty: 'En la imagen no se distingue una firma. Usa tinta oscura sobre papel blanco y buena luz.',
} as const

/** Luminance thresholds, 0 to 255; the ink fades between them. */
const PAPER = 200
const INK = 120
/** Fewer pixels don't count as a signature. */
const INK_PIXELS_MIN = 50

/** Luminance of sRGB (ITU-R BT.601), 0 to 255. */
const luminance = (red: number, green: number, blue: number): number => 0.299 * red + 0.587 * green + 0.114 * blue

/** Works in place. @returns number of ink pixels */
export const liftBackground = (pixels: Uint8ClampedArray): number => {
  let ink = 0
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4)
    const light = luminance(red, green, blue)
    const opacity = Math.min(1, Math.max(0, (PAPER - light) / (PAPER - INK)))
    pixels[index + 3] = Math.round(alpha * opacity)
    if (alpha * opacity >= 128) ink += 1
  }
  return ink
}

const decode = async (file: Blob): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    throw new ImageProblem(imageTexts.unreadable, { cause })
  }
}

const render = (bitmap: ImageBitmap, width: number): string => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.max(1, Math.round((bitmap.height * width) / bitmap.width))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new ImageProblem(imageTexts.unreadable)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const picture = context.getImageData(0, 0, canvas.width, canvas.height)
  if (liftBackground(picture.data) < INK_PIXELS_MIN) throw new ImageProblem(imageTexts.empty)
  context.putImageData(picture, 0, 0)
  return canvas.toDataURL('image/png')
}

export const readSignatureImage = async (file: File): Promise<SignatureImage> => {
  if (!IMAGE_TYPES.some((type) => type === file.type)) throw new ImageProblem(imageTexts.type)
  if (file.size > IMAGE_MAX_BYTES) throw new ImageProblem(imageTexts.size)
  const bitmap = await decode(file)
  try {
    let width = Math.min(EXPORT_MAX_WIDTH_PX, bitmap.width)
    let png = render(bitmap, width)
    // Photo grain makes large PNGs.
    while (png.length > SIGNATURE_DATA_MAX_LENGTH) {
      width = Math.floor(width / 2)
      png = render(bitmap, width)
    }
    return { png, filename: file.name }
  } finally {
    bitmap.close()
  }
}
