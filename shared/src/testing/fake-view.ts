import { act } from '@testing-library/react'

/** jsdom has no layout: tests say what is in view. */
export class FakeView implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
  static readonly #watching = new Map<Element, FakeView>()
  readonly #notify: (entries: { isIntersecting: boolean }[]) => void

  constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
    this.#notify = notify
  }

  static install(): void {
    FakeView.#watching.clear()
    Object.assign(globalThis, { IntersectionObserver: FakeView })
  }
  static remove(): void {
    Reflect.deleteProperty(globalThis, 'IntersectionObserver')
  }

  observe(element: Element): void {
    FakeView.#watching.set(element, this)
  }
  disconnect(): void {
    for (const [element, view] of FakeView.#watching) if (view === this) FakeView.#watching.delete(element)
  }

  static scrollTo(inner: Element, isIntersecting = true): void {
    act(() => {
      for (const [element, view] of [...FakeView.#watching])
        if (element.contains(inner)) view.#notify([{ isIntersecting }])
    })
  }
  static scrollAway(inner: Element): void {
    FakeView.scrollTo(inner, false)
  }
}
