import { type KeyboardEvent, type RefObject, useCallback } from 'react'

export const arrowTarget = (key: string, index: number, count: number, columns: number): number | undefined => {
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: columns > 1 ? index + 1 : -1,
    ArrowLeft: columns > 1 ? index - 1 : -1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target !== undefined && target >= 0 && target < count && target !== index ? target : undefined
}

/** Cards of the first row start at the same height. */
const columnsOf = (items: readonly Element[]): number => {
  const [top] = items.map((item) => item.getBoundingClientRect().top)
  const next = items.findIndex((item) => item.getBoundingClientRect().top !== top)
  return next === -1 ? items.length : next
}

const itemOf = (target: EventTarget): Element | null =>
  target instanceof Element && target.closest('[popover], input:not([type="checkbox"])') === null
    ? target.closest('[data-document]')
    : null

interface ArrowMoves {
  readonly isRows: boolean
  readonly focusAt: (index: number) => void
  /** With Shift. */
  readonly extend: (from: number, to: number) => void
}

export const useArrowKeys = (list: RefObject<HTMLElement | null>, { isRows, focusAt, extend }: ArrowMoves) =>
  useCallback(
    (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
      const item = itemOf(target)
      if (!item || !list.current || altKey || ctrlKey || metaKey) return
      const items = Array.from(list.current.children)
      const index = items.indexOf(item)
      const next = arrowTarget(key, index, items.length, isRows ? 1 : columnsOf(items))
      if (next === undefined) return
      event.preventDefault()
      focusAt(next)
      if (shiftKey) extend(index, next)
    },
    [list, isRows, focusAt, extend],
  )
