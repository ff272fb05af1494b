import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { UserFile } from 'shared/contract'

const openButtons = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-document] h2 > button') ?? [])

/** The place of the card that holds an element. */
const placeOf = (list: HTMLElement, element: Element): { id: number; index: number } | undefined => {
  const card = element.closest<HTMLElement>('[data-document]')
  if (!card) return undefined
  return { id: Number(card.dataset.document), index: Array.from(list.children).indexOf(card) }
}

/**
 * Keeps the focus in the list when its card leaves: it goes on at the card that takes the place, and where none is left
 * at `region`.
 */
export const useCardFocus = (
  region: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  files: readonly UserFile[],
) => {
  const last = useRef<{ id: number; index: number }>(undefined)

  useLayoutEffect(() => {
    const place = last.current
    if (!place || files.some(({ id }) => id === place.id)) return
    last.current = undefined
    // Whoever has gone on elsewhere is left there.
    if (document.activeElement && document.activeElement !== document.body) return
    const buttons = openButtons(list.current)
    const next = buttons[Math.min(place.index, buttons.length - 1)] ?? region.current
    next?.focus()
  }, [files, list, region])

  return {
    /** For the list's own `onFocus`. */
    remember: useCallback((event: FocusEvent<HTMLElement>) => {
      last.current = placeOf(event.currentTarget, event.target) ?? last.current
    }, []),
    /** Moves the focus to the card at a place. */
    focusAt: useCallback((index: number) => openButtons(list.current)[index]?.focus(), [list]),
  }
}
