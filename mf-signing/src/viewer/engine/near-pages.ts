/** False while the page is rendering. */
interface Releasable {
  cleanup(): boolean
}

/** Distance of pages that stay in memory. */
const NEAR = 1

/** Limits memory: frees fonts, images and drawing lists of distant pages. */
export class NearPages<Page extends Releasable> {
  private readonly held = new Map<number, Page>()

  /** Frees distant pages; busy ones next time. */
  show(number: number, page: Page): void {
    this.held.set(number, page)
    for (const [other, far] of this.held) {
      if (Math.abs(other - number) > NEAR && far.cleanup()) this.held.delete(other)
    }
  }

  /** Keeps a prefetched page; frees nothing. */
  add(number: number, page: Page): void {
    this.held.set(number, page)
  }

  get numbers(): number[] {
    return [...this.held.keys()].sort((a, b) => a - b)
  }
}
