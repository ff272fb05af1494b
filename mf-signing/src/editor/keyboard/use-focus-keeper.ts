import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

interface Held {
  readonly element: Element
  /** Index among the page's fields; -1 for other elements. */
  readonly index: number
  readonly list: HTMLElement | null
}

const tabsIn = (place: Element): readonly HTMLElement[] => [
  ...place.querySelectorAll<HTMLElement>('[data-field] > button:first-child'),
]

const heldIn = (place: Element): Held | undefined => {
  const element = place.ownerDocument.activeElement
  if (!element || !place.contains(element)) return undefined
  const index = tabsIn(place).findIndex((tab) => tab.parentElement?.contains(element))
  return { element, index, list: element.closest<HTMLElement>('[role="tabpanel"]') }
}

/** The next field, the row's list, or the page. */
const nextIn = (place: HTMLElement, { index, list }: Held): HTMLElement => {
  const page = place.querySelector<HTMLElement>('[role="group"][tabindex="0"]') ?? place
  if (index < 0) return list?.isConnected ? list : page
  const left = tabsIn(place)
  return left[Math.min(index, left.length - 1)] ?? page
}

export const useFocusKeeper = (ref: RefObject<HTMLElement | null>, ...fields: readonly unknown[]): void => {
  const held = useRef<Held>(undefined)
  useLayoutEffect(() => {
    const place = ref.current
    if (!place) return
    const remember = () => {
      held.current = heldIn(place)
    }
    place.addEventListener('focusin', remember)
    return () => place.removeEventListener('focusin', remember)
  }, [ref])
  useLayoutEffect(() => {
    const place = ref.current
    if (place && held.current && !held.current.element.isConnected) nextIn(place, held.current).focus()
  }, [ref, ...fields])
}
