import type { Page } from 'playwright'

export interface Frames {
  /** Milliseconds between frames. */
  readonly gaps: readonly number[]
  /** Milliseconds of frames that the browser calls long (over 50). */
  readonly long: readonly number[]
}

declare global {
  interface Window {
    trazoFrames?: { readonly finish: () => Frames }
  }
}

export const framesDuring = async (page: Page, work: () => Promise<void>): Promise<Frames> => {
  await page.evaluate(() => {
    const gaps: number[] = []
    const long: number[] = []
    let last = performance.now()
    let handle = requestAnimationFrame(function frame(now) {
      gaps.push(now - last)
      last = now
      handle = requestAnimationFrame(frame)
    })
    const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'long-animation-frame' })
    const finish = () => {
      cancelAnimationFrame(handle)
      long.push(...observer.takeRecords().map(({ duration }) => duration))
      observer.disconnect()
      return { gaps, long }
    }
    window.trazoFrames = { finish }
  })
  await work()
  const frames = await page.evaluate(() => window.trazoFrames?.finish())
  if (!frames) throw new Error('the page was left while its frames were recorded')
  return frames
}
