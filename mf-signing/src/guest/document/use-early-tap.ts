import { useLayoutEffect, useRef } from 'react'
import { takeEarlyButton } from '../../prerender/early-tap/early-button.ts'
import { TAP_MARK } from '../../prerender/first-page-marks.ts'

/**
 * Takes the place of the button that the page showed before this screen, with its focus and its press.
 * @param offers undefined until it is known whether the screen has the button
 */
export const useEarlyTap = (offers: boolean | undefined, request: () => void) => {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (offers === undefined) return
    const { isPressed, hasFocus } = takeEarlyButton()
    if (!offers) return
    performance.mark(TAP_MARK)
    if (hasFocus) button.current?.focus()
    if (isPressed) request()
  }, [offers])
  return button
}
