import { act } from '@testing-library/react'

/** jsdom has no media queries; here all match or none. */
export const fakeMedia = (matches: boolean) => {
  const listeners = new Set<() => void>()
  const asked = new Set<string>()
  let now = matches
  const matchMedia = (query: string) => {
    asked.add(query)
    return {
      get matches() {
        return now
      },
      addEventListener: (_type: string, run: () => void) => listeners.add(run),
      removeEventListener: (_type: string, run: () => void) => listeners.delete(run),
    }
  }
  Object.assign(globalThis, { matchMedia })
  return {
    asked,
    listeners,
    change: (next: boolean) =>
      act(() => {
        now = next
        for (const run of listeners) run()
      }),
    remove: () => Reflect.deleteProperty(globalThis, 'matchMedia'),
  }
}
