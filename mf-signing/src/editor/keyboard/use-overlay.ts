import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef } from 'react'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

const inModal = (target: EventTarget): boolean => target instanceof Element && target.closest('dialog:modal') !== null

/** A modal dialog would cover the notifications. */
export const useOverlay = (ref: RefObject<HTMLElement | null>): { onKeyDown: (event: KeyboardEvent) => void } => {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = document.activeElement
    ref.current?.focus()
    // Locks scrolling, without a scroll bar gutter.
    const { style } = document.documentElement
    const { overflow, scrollbarGutter } = style
    Object.assign(style, { overflow: 'hidden', scrollbarGutter: 'auto' })
    return () => {
      Object.assign(style, { overflow, scrollbarGutter })
      if (before.current instanceof HTMLElement) before.current.focus()
    }
  }, [ref])

  const onKeyDown = (event: KeyboardEvent) => {
    const place = ref.current
    // Modal dialogs trap the focus natively.
    if (event.key !== 'Tab' || !place || inModal(event.target)) return
    const stops = [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((stop) => stop.offsetParent !== null)
    const [first, last] = [stops[0], stops.at(-1)]
    const leaving = event.shiftKey ? [first, place] : [last]
    if (!leaving.some((stop) => stop === document.activeElement)) return
    event.preventDefault()
    ;(event.shiftKey ? last : first)?.focus()
  }
  return { onKeyDown }
}
