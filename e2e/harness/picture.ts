import type { Locator, Page } from 'playwright'

export interface PictureInk {
  /** Grows with every darker pixel. */
  readonly darkness: number
  /** Pixels with less than half of the red channel. */
  readonly darkPixels: number
}

export const inkOf = (picture: Locator): Promise<PictureInk> =>
  picture.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let darkPixels = 0
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) darkPixels += 1
    return { darkness: data.reduce((sum, value) => sum + (255 - value), 0), darkPixels }
  })

/** The list grows. */
export const watchRequests = (page: Page, path: RegExp): string[] => {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (path.test(pathname)) paths.push(pathname)
  })
  return paths
}
