/** A page that can let go of what was kept to paint it; false while it is still being painted. */
interface Releasable {
  cleanup(): boolean
}

/** So many pages away a page keeps what was read and decoded for it: turning back and forth is quick. */
const NEAR = 1

/**
 * The pages of a document that hold fonts, images and drawing lists. Turning through two hundred scans without letting
 * them go would fill a phone's memory.
 */
export class NearPages<Page extends Releasable> {
  private readonly held = new Map<number, Page>()

  /** This page is on show: everything that is not near it is let go. What is busy goes the next time. */
  show(number: number, page: Page): void {
    this.held.set(number, page)
    for (const [other, far] of this.held) {
      if (Math.abs(other - number) > NEAR && far.cleanup()) this.held.delete(other)
    }
  }

  /** This page is only made ready; nothing is let go for it yet. */
  add(number: number, page: Page): void {
    this.held.set(number, page)
  }

  get numbers(): number[] {
    return [...this.held.keys()].sort((a, b) => a - b)
  }
}
