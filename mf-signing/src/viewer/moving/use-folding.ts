import { type RefObject, useEffect } from 'react'
import { FOLD_PX, PLACED_EVENT } from '../constants.ts'

/** Elements that handle the tap themselves. */
const TAPPED = 'button, a, input, [data-field]'

const setFolded = (folded: boolean): void => {
  document.documentElement.toggleAttribute('data-reading', folded)
}

const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: Element): boolean =>
  scrollTop <= 0 || scrollTop + clientHeight >= scrollHeight - 1

const isOn = (stage: Element, { target }: Event): boolean => target instanceof Node && stage.contains(target)

/** Lets the stage continue behind the bars. */
const layStage = (stage: HTMLElement, signal: AbortSignal): void => {
  const { style } = document.documentElement
  const viewer = stage.parentElement
  if (!viewer) return
  const lay = () => {
    const { top, bottom } = viewer.getBoundingClientRect()
    const foot = Number.parseFloat(getComputedStyle(viewer).paddingBottom) || 0
    style.setProperty('--stage-above', `${top}px`)
    style.setProperty('--stage-below', `${window.innerHeight - bottom + foot}px`)
  }
  const observer = new ResizeObserver(lay)
  observer.observe(viewer)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    style.removeProperty('--stage-above')
    style.removeProperty('--stage-below')
  })
}

/** Scrolling by a button or key folds nothing. */
const listenToScrolling = (stage: HTMLElement, options: AddEventListenerOptions): void => {
  let byHand = false
  let last = stage.scrollTop
  let turnedAt = last
  document.addEventListener(
    'pointerdown',
    (event) => {
      byHand = isOn(stage, event)
    },
    options,
  )
  document.addEventListener(
    'keydown',
    () => {
      byHand = false
    },
    options,
  )
  stage.addEventListener(
    'wheel',
    () => {
      byHand = true
    },
    options,
  )
  stage.addEventListener(
    PLACED_EVENT,
    () => {
      last = stage.scrollTop
      turnedAt = last
    },
    options,
  )
  stage.addEventListener(
    'scroll',
    () => {
      const now = stage.scrollTop
      if ((now - last) * (last - turnedAt) < 0 || !byHand) turnedAt = last
      last = now
      if (isAtEnd(stage)) setFolded(false)
      else if (byHand && Math.abs(now - turnedAt) >= FOLD_PX) setFolded(now > turnedAt)
    },
    options,
  )
}

const listenToTaps = (stage: HTMLElement, options: AddEventListenerOptions): void => {
  stage.addEventListener(
    'click',
    ({ target }) => {
      const isSelecting = (document.getSelection()?.toString() ?? '') !== ''
      if (target instanceof Element && !target.closest(TAPPED) && !isSelecting)
        document.documentElement.toggleAttribute('data-reading')
    },
    options,
  )
  document.addEventListener('focusin', ({ target }) => target !== stage && setFolded(false), options)
}

/** Hides the bars of the page while its reader scrolls forward; a tap changes it. */
export const useFolding = (ref: RefObject<HTMLElement | null>, enabled: boolean): void => {
  useEffect(() => {
    const stage = ref.current
    if (!stage || !enabled) return
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    layStage(stage, controller.signal)
    listenToScrolling(stage, options)
    listenToTaps(stage, options)
    return () => {
      controller.abort()
      setFolded(false)
    }
  }, [ref, enabled])
}
