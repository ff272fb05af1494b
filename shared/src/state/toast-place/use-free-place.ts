import { type RefObject, useLayoutEffect } from 'react'
import { controlsInView } from './controls-in-view.ts'
import { findFreePlace, type ScreenBox, type ScreenPoint } from './free-place.ts'

/** To the edge of the window, in CSS pixels. */
const EDGE = 16
/** Phones have less height to spare. */
const PHONE_EDGE = 8
const PHONE_WIDTH = 640
const SETTLE_MS = 120

/** Without the on-screen keyboard. */
const visibleArea = (): ScreenBox => {
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetLeft, offsetTop, width, height } = window.visualViewport ?? {
    offsetLeft: 0,
    offsetTop: 0,
    width: clientWidth,
    height: clientHeight,
  }
  const edge = clientWidth < PHONE_WIDTH ? PHONE_EDGE : EDGE
  return {
    left: offsetLeft + EDGE,
    top: offsetTop + edge,
    width: Math.min(width, clientWidth) - 2 * EDGE,
    height: Math.min(height, clientHeight) - 2 * edge,
  }
}

const move = (toaster: HTMLElement, current: ScreenPoint | undefined): ScreenPoint | undefined => {
  const { offsetWidth: width, offsetHeight: height } = toaster
  if (height === 0) return undefined
  const area = visibleArea()
  const obstacles = controlsInView(area, toaster)
  const place = findFreePlace({ area, size: { width, height }, obstacles, current })
  toaster.style.insetInlineStart = `${place.left}px`
  // A growing stack grows upwards.
  toaster.style.insetBlockEnd = `${document.documentElement.clientHeight - place.top - height}px`
  return place
}

/** Moves when something changes below, not while scrolling. */
const follow = (toaster: HTMLElement): (() => void) => {
  let place: ScreenPoint | undefined
  let timer: number | undefined
  const update = () => {
    place = move(toaster, place)
  }
  const updateLater = () => {
    window.clearTimeout(timer)
    if (place) timer = window.setTimeout(update, SETTLE_MS)
  }
  const changes = new MutationObserver(updateLater)
  const size = new ResizeObserver(() => {
    update()
    changes.disconnect()
    if (place) changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open', 'hidden'] })
  })
  size.observe(toaster)
  const controller = new AbortController()
  const options = { signal: controller.signal, passive: true, capture: true }
  for (const event of ['scroll', 'focusin', 'toggle']) document.addEventListener(event, updateLater, options)
  window.addEventListener('resize', updateLater, options)
  for (const event of ['resize', 'scroll']) window.visualViewport?.addEventListener(event, updateLater, options)
  return () => {
    window.clearTimeout(timer)
    changes.disconnect()
    size.disconnect()
    controller.abort()
  }
}

export const useFreePlace = (ref: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    // jsdom has no layout.
    if (!ref.current || typeof ResizeObserver === 'undefined') return
    return follow(ref.current)
  }, [ref])
}
