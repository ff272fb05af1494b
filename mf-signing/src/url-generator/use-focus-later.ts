import { useEffect, useRef } from 'react'

type Find = () => HTMLElement | null | undefined

/**
 * Puts the focus on something once it is on the page, because what had it goes away. Whoever has moved on meanwhile is
 * left in peace.
 */
export const useFocusLater = (): ((find: Find) => void) => {
  const wanted = useRef<Find>(undefined)
  useEffect(() => {
    const find = wanted.current
    wanted.current = undefined
    if (find && document.activeElement === document.body) find()?.focus()
  })
  return (find) => {
    wanted.current = find
  }
}
