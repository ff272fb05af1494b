import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { UserFile } from 'shared/contract'

const openButtons = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-document] h2 > button') ?? [])

const findCard = (list: HTMLElement, element: Element): { id: number; index: number } | undefined => {
  const card = element.closest<HTMLElement>('[data-document]')
  if (!card) return undefined
  return { id: Number(card.dataset.document), index: Array.from(list.children).indexOf(card) }
}

/**
 * Focuses the successor of a focused
 * card that disappears, or `region`.
 */
export const useCardFocus = (
  region: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  files: readonly UserFile[],
) => {
  const last = useRef<{ id: number; index: number }>(undefined)

  useLayoutEffect(() => {
    const lost = last.current
    if (!lost || files.some(({ id }) => id === lost.id)) return
    last.current = undefined
    // The user has moved the focus elsewhere.
    if (document.activeElement && document.activeElement !== document.body) return
    const buttons = openButtons(list.current)
    const next = buttons[Math.min(lost.index, buttons.length - 1)] ?? region.current
    next?.focus()
  }, [files, list, region])

  return {
    remember: useCallback((event: FocusEvent<HTMLElement>) => {
      last.current = findCard(event.currentTarget, event.target) ?? last.current
    }, []),
    focusAt: useCallback((index: number) => openButtons(list.current)[index]?.focus(), [list]),
  }
}
