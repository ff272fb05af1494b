import { useEffect, useEffectEvent } from 'react'

/** Link scanners send none of these events. */
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Calls back once, when a person uses the page. */
export const useFirstSign = (onSign: (() => void) | undefined): void => {
  const report = useEffectEvent(() => onSign?.())
  const waits = onSign !== undefined
  useEffect(() => {
    if (!waits) return
    const controller = new AbortController()
    const seen = () => {
      controller.abort()
      report()
    }
    for (const sign of SIGNS)
      window.addEventListener(sign, seen, { capture: true, passive: true, signal: controller.signal })
    return () => controller.abort()
  }, [waits])
}
