interface Releasable {
  cleanup(): boolean
}

/** Distance of pages that stay in memory. */
const NEAR = 1

/** Frees fonts, images and drawing lists of distant pages. */
export class NearPages<Page extends Releasable> {
  private readonly held = new Map<number, Page>()

  /** Busy pages are freed next time. */
  show(number: number, page: Page): void {
    this.held.set(number, page)
    for (const [other, far] of this.held) {
      if (Math.abs(other - number) > NEAR && far.cleanup()) this.held.delete(other)
    }
  }

  add(number: number, page: Page): void {
    this.held.set(number, page)
  }

  get numbers(): number[] {
    return [...this.held.keys()].sort((a, b) => a - b)
  }
}
