import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

export interface Blocker {
  readonly stopped:
    | {
        readonly proceed: () => void
        readonly stay: () => void
      }
    | undefined
  readonly pass: () => void
}

/** React Router stores `idx` in the history state. */
const indexOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined

/** At most one screen blocks. */
let guard: ((event: PopStateEvent) => void) | undefined

// Must run before the router's listener. Window listeners
// run in order of registration, even with `capture`.
window.addEventListener('popstate', (event) => guard?.(event))

/** The browser asks the user. */
const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault()

/**
 * Blocks history steps within the site; asks before leaving it. Does not
 * block links and buttons of the screen.
 *
 * `popstate` fires after the step, so the hook reverts it first. React
 * Router's blocker needs a data router: 17 kB (gzip) more per page.
 */
export const useBlocker = (blocking: boolean): Blocker => {
  const { key } = useLocation()
  const [stopped, setStopped] = useState<number>()
  const here = useRef<number>(undefined)
  const wanted = useRef(0)
  const passing = useRef(false)

  useEffect(() => {
    here.current = indexOf(window.history.state)
  }, [key])

  useEffect(() => {
    if (!blocking) return
    const stop = (event: PopStateEvent) => {
      const at = indexOf(event.state)
      if (passing.current || here.current === undefined || at === undefined) {
        passing.current = false
        return
      }
      if (at !== here.current) {
        event.stopImmediatePropagation()
        wanted.current = at - here.current
        window.history.go(-wanted.current)
      } else if (wanted.current !== 0) {
        event.stopImmediatePropagation()
        setStopped(wanted.current)
        wanted.current = 0
      }
    }
    guard = stop
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => {
      guard = undefined
      window.removeEventListener('beforeunload', askBeforeUnload)
      setStopped(undefined)
    }
  }, [blocking])

  const pass = () => {
    passing.current = true
  }
  const proceed = () => {
    pass()
    setStopped(undefined)
    window.history.go(stopped)
  }
  return { stopped: stopped === undefined ? undefined : { proceed, stay: () => setStopped(undefined) }, pass }
}
