import { AHEAD_MAX_PIXELS } from '../constants.ts'
import type { ViewedPage } from '../engine/pdf-engine.ts'
import type { PagePainting } from './painting.ts'
import { paintPage } from './painting.ts'

interface Waiting {
  readonly page: number
  readonly scale: number
  readonly painting: PagePainting
}

const isAffordable = ({ size }: ViewedPage, scale: number) => size.width * size.height * scale ** 2 <= AHEAD_MAX_PIXELS

const isOf = (picture: Omit<Waiting, 'painting'> | undefined, page: ViewedPage, scale: number): boolean =>
  picture?.page === page.number && picture.scale === scale

export class PaintAhead {
  private waiting: Waiting | undefined
  private shown: Omit<Waiting, 'painting'> | undefined

  /** Skips the page taken last. */
  prepare(page: ViewedPage, scale: number): void {
    if (isOf(this.waiting, page, scale) || isOf(this.shown, page, scale)) return
    this.drop()
    if (!isAffordable(page, scale)) return
    const waiting = { page: page.number, scale, painting: paintPage(page, scale) }
    this.waiting = waiting
    const forget = () => {
      if (this.waiting === waiting) this.waiting = undefined
    }
    // Ignored: rendered again when shown.
    waiting.painting.finished.then((end) => end === 'cancelled' && forget(), forget)
  }

  take(page: ViewedPage, scale: number): PagePainting {
    const { waiting } = this
    this.shown = { page: page.number, scale }
    if (!waiting || !isOf(waiting, page, scale)) {
      this.drop()
      return paintPage(page, scale)
    }
    this.waiting = undefined
    return waiting.painting
  }

  drop(): void {
    this.waiting?.painting.discard()
    this.waiting = undefined
  }
}
