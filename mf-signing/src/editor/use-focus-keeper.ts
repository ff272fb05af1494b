import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import type { Field } from '../fields/field-lifecycle.ts'

/** What had the focus, and where it stood. */
interface Held {
  readonly element: Element
  /** Which of the fields on the page it was, or belonged to; -1 for anything else. */
  readonly index: number
  /** The list that it stood in. */
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

/** The field that took the place of one that is gone, the list that a row was in, the page. */
const nextIn = (place: HTMLElement, { index, list }: Held): HTMLElement => {
  const page = place.querySelector<HTMLElement>('[role="group"][tabindex="0"]') ?? place
  if (index < 0) return list?.isConnected ? list : page
  const left = tabsIn(place)
  return left[Math.min(index, left.length - 1)] ?? page
}

/** Whoever removes or undoes what they stand on would fall out of the editor: the focus goes to what is next to it. */
export const useFocusKeeper = (ref: RefObject<HTMLElement | null>, fields: readonly Field[]): void => {
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
  }, [ref, fields])
}
