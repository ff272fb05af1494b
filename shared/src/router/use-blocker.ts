import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

export interface Blocker {
  /** Somebody wanted to go back or forward in the history and was stopped. */
  readonly stopped:
    | {
        /** Goes where they wanted to go. */
        readonly proceed: () => void
        readonly stay: () => void
      }
    | undefined
  /** Lets the next step in the history pass: the screen itself is about to leave. */
  readonly pass: () => void
}

/** Where an entry stands in the history; the router numbers its own. */
const indexOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined

/** Whoever blocks at this moment: at most one screen. */
let guard: ((event: PopStateEvent) => void) | undefined

// A window calls its listeners in the order in which they came, `capture` or not: this one has to come before the
// router's, which comes when the router is mounted.
window.addEventListener('popstate', (event) => guard?.(event))

/** The browser asks in its own words before the page is left or read anew. */
const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault()

/**
 * While `blocking`, going back or forward within the site does nothing but say so here, and leaving the site asks in the
 * browser's own words. A link or a button of the screen that blocks is its own affair.
 *
 * A browser tells of Back only after the fact, so the step is taken back before the router hears of it. The router's own
 * blocker would do the same and needs a router with data loading, which the site does without.
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
