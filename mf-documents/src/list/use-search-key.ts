import { type RefObject, useEffect } from 'react'

export const SEARCH_KEY = '/'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))

/** Not while typing, nor behind a dialog. */
export const useSearchKey = (searchBox: RefObject<HTMLInputElement | null>): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      if (key !== SEARCH_KEY || altKey || ctrlKey || metaKey || event.defaultPrevented || isTyping(target)) return
      if (!searchBox.current || document.querySelector('dialog[open]')) return
      event.preventDefault()
      searchBox.current.focus()
      searchBox.current.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [searchBox])
}
