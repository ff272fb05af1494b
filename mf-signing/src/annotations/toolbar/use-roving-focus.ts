import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }

export interface RovingFocus {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
}

const buttonsIn = (bar: Element | null): readonly HTMLButtonElement[] => [
  ...(bar?.querySelectorAll<HTMLButtonElement>('button') ?? []),
]

const positionIn = (elements: readonly EventTarget[], target: EventTarget): number => elements.indexOf(target)

/** Toolbar keyboard pattern: one tab stop; arrows, Home and End move. */
export const useRovingFocus = (): RovingFocus => {
  const ref = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  useLayoutEffect(() => {
    const buttons = buttonsIn(ref.current)
    const stop = Math.min(current, buttons.length - 1)
    for (const [index, button] of buttons.entries()) button.tabIndex = index === stop ? 0 : -1
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = buttonsIn(ref.current)
    const at = positionIn(buttons, event.target)
    const step = STEPS[event.key]
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const next = { Home: 0, End: buttons.length - 1 }[event.key]
    if (step === undefined && next === undefined) return
    event.preventDefault()
    buttons[next ?? (at + (step ?? 0) + buttons.length) % buttons.length]?.focus()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const at = positionIn(buttonsIn(ref.current), target)
    if (at >= 0) setCurrent(at)
  }
  return { ref, onKeyDown, onFocus }
}
