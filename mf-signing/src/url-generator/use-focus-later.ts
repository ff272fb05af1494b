import { useEffect, useRef } from 'react'

type Find = () => HTMLElement | null | undefined

/**
 * Moves the focus after the focused element
 * unmounts. Keeps it if the user moved it.
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
