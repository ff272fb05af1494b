/** What a measured page knows besides its own code. */
export interface Probe {
  /** The first page of a document, from the beginning of the page's life. */
  readonly first: Promise<Sight>
  /** Resolves once this page of a document is on show, complete. */
  seen(page: number): Promise<Sight>
  /** Presses `button` and waits for `page`; answers the milliseconds between. */
  turn(button: Element, page: number): Promise<number>
  pause(milliseconds: number): Promise<void>
}

export interface Sight {
  /** Milliseconds since the navigation began, right after the frame that first showed it. */
  readonly at: number
  /** Pixels of the canvas. */
  readonly width: number
}

declare global {
  interface Window {
    trazoBench: Probe
  }
}

export interface ProbeSettings {
  /** The mark of a page: where it lies, in fractions of the page, and its blue (documents/mark.ts). */
  readonly mark: { readonly x: number; readonly y: number }
  readonly blue: number
  /** Milliseconds after which waiting has failed. */
  readonly patience: number
}

/**
 * Runs in the page before any script of its own, and therefore uses nothing but its argument. It looks for the page's
 * mark on every canvas that is on show, after each frame: what is measured is what a person sees, on any page.
 */
export const installProbe = ({ mark, blue, patience }: ProbeSettings): void => {
  const lens = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  /** Pixels below which a canvas is something else: a signature, a thumbnail. */
  const smallest = 280

  const pageOn = (canvas: HTMLCanvasElement): number | undefined => {
    if (
      !lens ||
      canvas.width < smallest ||
      !canvas.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      return undefined
    const { left, right, top, bottom } = canvas.getBoundingClientRect()
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return undefined
    lens.clearRect(0, 0, 1, 1)
    lens.drawImage(canvas, Math.floor(canvas.width * mark.x), Math.floor(canvas.height * mark.y), 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, found] = lens.getImageData(0, 0, 1, 1).data
    return found === blue ? red * 256 + green : undefined
  }

  const seen = (page: number): Promise<Sight> => {
    const giveUpAt = performance.now() + patience
    return new Promise((resolve, reject) => {
      const afterFrame = new MessageChannel()
      afterFrame.port1.onmessage = () => {
        const at = performance.now()
        const canvas = [...document.querySelectorAll('canvas')].find((candidate) => pageOn(candidate) === page)
        if (canvas) resolve({ at, width: canvas.width })
        else if (at > giveUpAt) reject(new Error(`page ${page} did not come within ${patience} ms`))
        else look()
      }
      // A message that is sent while a frame is made arrives when that frame is done.
      const look = () => requestAnimationFrame(() => afterFrame.port2.postMessage(undefined))
      look()
    })
  }

  const first = seen(1)
  first.catch(() => undefined)
  window.trazoBench = {
    first,
    seen,
    async turn(button, page) {
      const from = performance.now()
      if (button instanceof HTMLElement) button.click()
      return (await seen(page)).at - from
    },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  }
}
