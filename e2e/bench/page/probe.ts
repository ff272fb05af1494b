interface Probe {
  readonly first: Promise<Sight>
  seen(page: number): Promise<Sight>
  /** @returns milliseconds until `page` is painted */
  turn(button: Element, page: number): Promise<number>
  pause(milliseconds: number): Promise<void>
}

interface Sight {
  /** Milliseconds since the navigation started. */
  readonly at: number
  readonly width: number
}

declare global {
  interface Window {
    trazoBench: Probe
  }
}

export interface ProbeSettings {
  readonly mark: { readonly x: number; readonly y: number }
  readonly blue: number
  /** Timeout in milliseconds. */
  readonly timeout: number
}

/**
 * May use only its argument. Checks every visible canvas after each frame. The site's picture of page 1 is decoded
 * before it enters the page.
 */
export const installProbe = ({ mark, blue, timeout }: ProbeSettings): void => {
  const lens = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  /** Smaller canvases (pixels) are signatures or thumbnails. */
  const smallest = 280

  const pageOn = (canvas: HTMLCanvasElement | HTMLImageElement): number | undefined => {
    if (canvas instanceof HTMLImageElement) return 1
    if (!lens || canvas.width < smallest) return undefined
    if (!canvas.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return undefined
    const { left, right, top, bottom } = canvas.getBoundingClientRect()
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return undefined
    lens.clearRect(0, 0, 1, 1)
    lens.drawImage(canvas, Math.floor(canvas.width * mark.x), Math.floor(canvas.height * mark.y), 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, found] = lens.getImageData(0, 0, 1, 1).data
    return found === blue ? red * 256 + green : undefined
  }

  const seen = (page: number): Promise<Sight> => {
    const giveUpAt = performance.now() + timeout
    return new Promise((resolve, reject) => {
      const afterFrame = new MessageChannel()
      afterFrame.port1.onmessage = () => {
        const at = performance.now()
        const shown = document.querySelectorAll<HTMLCanvasElement | HTMLImageElement>('canvas, body > [inert] img')
        const canvas = [...shown].find((candidate) => pageOn(candidate) === page)
        if (canvas) resolve({ at, width: canvas.width })
        else if (at > giveUpAt) reject(new Error(`page ${page} did not come within ${timeout} ms`))
        else look()
      }
      // A message posted during a frame arrives after that frame.
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
