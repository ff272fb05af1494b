import { type RefObject, useRef } from 'react'

interface ScrollTogether {
  readonly refs: readonly [RefObject<HTMLElement | null>, RefObject<HTMLElement | null>]
  /** @param index of the pane that scrolled */
  readonly onScroll: (index: number) => void
}

const NEARLY_PX = 1

const fraction = (offset: number, all: number, shown: number): number => (all > shown ? offset / (all - shown) : 0)

/** By fractions: two revisions may have pages of different sizes. */
export const useScrollTogether = (): ScrollTogether => {
  const first = useRef<HTMLElement>(null)
  const second = useRef<HTMLElement>(null)
  const onScroll = (index: number): void => {
    const [from, to] = index === 0 ? [first.current, second.current] : [second.current, first.current]
    if (!from || !to) return
    const top = fraction(from.scrollTop, from.scrollHeight, from.clientHeight) * (to.scrollHeight - to.clientHeight)
    const left = fraction(from.scrollLeft, from.scrollWidth, from.clientWidth) * (to.scrollWidth - to.clientWidth)
    // Its own event then finds the panes in agreement.
    if (Math.abs(to.scrollTop - top) > NEARLY_PX) to.scrollTop = top
    if (Math.abs(to.scrollLeft - left) > NEARLY_PX) to.scrollLeft = left
  }
  return { refs: [first, second], onScroll }
}
