import { useRef } from 'react'

/** A click follows the end of a touch, in milliseconds. */
const CLICK_MS = 300

/** The end of a press over a list or a menu of the browser does not reach the page. */
const ENDS = ['click', 'pointercancel', 'change', 'contextmenu']

/**
 * Keeps the size of an element until the press that began ends. A dialog stays in the middle of the window, so that
 * content that comes during a press would move the button, or the drawing, from under the pointer.
 */
export const useHeldSize = (): ((element: HTMLElement) => void) => {
  const held = useRef<AbortController>(undefined)
  return ({ style, offsetHeight }) => {
    // A stroke may begin right after another one.
    held.current?.abort()
    const end = new AbortController()
    held.current = end
    const release = () => {
      if (!end.signal.aborted) style.blockSize = ''
      end.abort()
    }
    style.blockSize = `${offsetHeight}px`
    for (const type of ENDS) addEventListener(type, release, end)
    addEventListener('pointerup', () => setTimeout(release, CLICK_MS), end)
  }
}
