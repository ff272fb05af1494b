/** @jest-environment jsdom */
import fc from 'fast-check'
import { imageTexts, liftBackground, readSignatureImage } from './signature-image.ts'

const pixel = (red: number, green: number, blue: number, alpha = 255) =>
  new Uint8ClampedArray([red, green, blue, alpha])

test.each([
  ['white paper', pixel(255, 255, 255), 0, 0],
  ['grey paper in the shade', pixel(205, 203, 200), 0, 0],
  ['black ink', pixel(0, 0, 0), 255, 1],
  ['blue ink', pixel(20, 40, 160), 255, 1],
  ['the edge of a stroke', pixel(160, 160, 160), 128, 0],
  ['ink that is transparent already', pixel(0, 0, 0, 0), 0, 0],
  ['ink that is half transparent', pixel(0, 0, 0, 100), 100, 0],
] as const)('lift makes paper transparent and keeps ink opaque: %s', (_what, pixels, alpha, ink) => {
  expect(liftBackground(pixels)).toBe(ink)
  expect(pixels[3]).toBe(alpha)
})

test('property: lift keeps colours, increases no opacity, and makes darker pixels at least as opaque', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(channel, channel, channel, channel, fc.integer({ min: 0, max: 60 }), (r, g, b, a, darker) => {
      const lighter = pixel(r, g, b, a)
      const dark = pixel(Math.max(0, r - darker), Math.max(0, g - darker), Math.max(0, b - darker), a)
      liftBackground(lighter)
      liftBackground(dark)
      expect([...lighter.subarray(0, 3)]).toEqual([r, g, b])
      expect(lighter[3]).toBeLessThanOrEqual(a)
      expect(dark[3]).toBeGreaterThanOrEqual(lighter[3] ?? 0)
    }),
  )
})

describe('reading a picture of a signature', () => {
  const close = jest.fn()
  const bitmapOf = (width: number, height: number) => ({ width, height, close })
  let ink = 0
  let pngLength = 100
  const widths: number[] = []

  beforeEach(() => {
    ink = 255
    pngLength = 100
    widths.length = 0
    globalThis.createImageBitmap = jest.fn(async () => bitmapOf(3000, 1500)) as unknown as typeof createImageBitmap
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement) {
      widths.push(this.width)
      const data = new Uint8ClampedArray(4 * 100).map((_value, index) => (index % 4 === 3 ? ink : 0))
      return { drawImage: () => undefined, getImageData: () => ({ data }), putImageData: () => undefined }
    } as unknown as HTMLCanvasElement['getContext']
    HTMLCanvasElement.prototype.toDataURL = function () {
      return `data:image/png;base64,${'A'.repeat(pngLength * this.width)}`
    }
  })

  const photo = (type = 'image/jpeg', size = 5) => {
    const file = new File(['x'.repeat(5)], 'firma.jpg', { type })
    return size === 5 ? file : Object.defineProperty(file, 'size', { value: size })
  }

  test('readSignatureImage scales a large photo to at most 1000 pixels wide', async () => {
    const { png, filename } = await readSignatureImage(photo())
    expect(filename).toBe('firma.jpg')
    expect(png).toMatch(/^data:image\/png/)
    expect(widths).toEqual([1000])
    expect(close).toHaveBeenCalled()
  })

  test('readSignatureImage scales the picture down further until it is small enough to send', async () => {
    pngLength = 2000
    expect((await readSignatureImage(photo())).png.length).toBeLessThanOrEqual(700_000)
    expect(widths).toEqual([1000, 500, 250])
  })

  test.each([
    ['another type', () => photo('application/pdf'), imageTexts.type],
    ['too large a file', () => photo('image/png', 10 * 1024 * 1024 + 1), imageTexts.size],
    [
      'what no decoder reads',
      () => {
        globalThis.createImageBitmap = jest.fn(() => Promise.reject(new Error('no')))
        return photo()
      },
      imageTexts.unreadable,
    ],
    [
      'an empty sheet',
      () => {
        ink = 0
        return photo()
      },
      imageTexts.empty,
    ],
  ])('readSignatureImage refuses the file and explains the reason: %s', async (_what, file, message) => {
    await expect(readSignatureImage(file())).rejects.toMatchObject({ name: 'ImageProblem', message })
  })
})
