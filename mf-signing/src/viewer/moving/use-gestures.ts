import { type RefObject, useEffect } from 'react'
import { useLatest } from 'shared/state'
import type { Point } from '../../geometry/geometry.ts'
import { clamp } from '../../geometry/geometry.ts'
import { WHEEL_ZOOM_STEP } from '../constants.ts'
import { insetsOf } from './insets.ts'
import type { ViewModel } from './use-view.ts'

/** `deltaY` of one notch or, in Firefox, one line. */
const NOTCH_PX = 100
const LINE_PX = NOTCH_PX / 3

/** 0.1 per notch; proportional for trackpads. */
export const wheelZoomStep = ({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number => {
  const pixels = deltaMode === 0 ? deltaY : deltaY * LINE_PX
  const step = clamp(-pixels / NOTCH_PX, -1, 1) * WHEEL_ZOOM_STEP
  return Math.round(step * 1000) / 1000
}

const pointIn = (element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top - insetsOf(element).above }
}

interface Pinch {
  readonly centre: Point
  readonly distance: number
}

const pinchOf = (element: Element, [a, b]: TouchList): Pinch | undefined => {
  if (!a || !b) return undefined
  const [p, q] = [pointIn(element, a), pointIn(element, b)]
  return { centre: { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, distance: Math.hypot(p.x - q.x, p.y - q.y) }
}

/** Native: React's listener is passive and can't prevent scrolling. */
const listenToWheel = (element: HTMLElement, view: () => ViewModel, signal: AbortSignal) =>
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      view().dispatch({ type: 'zoomed-by-step', step: wheelZoomStep(event), at: pointIn(element, event) })
    },
    { passive: false, signal },
  )

/** One finger scrolls natively. */
const listenToPinch = (element: HTMLElement, view: () => ViewModel, signal: AbortSignal) => {
  let last: Pinch | undefined
  const begin = (event: TouchEvent) => {
    last = event.touches.length === 2 ? pinchOf(element, event.touches) : undefined
  }
  const move = (event: TouchEvent) => {
    const now = event.touches.length === 2 ? pinchOf(element, event.touches) : undefined
    if (!last || !now || last.distance === 0) return
    // A scroll in progress can't be prevented.
    if (event.cancelable) event.preventDefault()
    const { dispatch } = view()
    dispatch({ type: 'zoomed-by-factor', factor: now.distance / last.distance, at: last.centre })
    dispatch({ type: 'panned', dx: last.centre.x - now.centre.x, dy: last.centre.y - now.centre.y })
    last = now
  }
  element.addEventListener('touchstart', begin, { passive: true, signal })
  element.addEventListener('touchmove', move, { passive: false, signal })
  element.addEventListener('touchend', begin, { passive: true, signal })
  element.addEventListener('touchcancel', begin, { passive: true, signal })
}

/** Elements that handle the mouse themselves. */
const HELD = 'button, a, input, [data-field], [data-carrying], [data-text] span'

const listenToDrag = (element: HTMLElement, view: () => ViewModel, signal: AbortSignal) => {
  let last: Point | undefined
  element.addEventListener(
    'pointerdown',
    (event) => {
      const onPaper = event.target instanceof Element && !event.target.closest(HELD)
      if (event.pointerType !== 'mouse' || event.button !== 0 || !onPaper) return
      last = { x: event.clientX, y: event.clientY }
      element.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!last) return
      view().dispatch({ type: 'panned', dx: last.x - event.clientX, dy: last.y - event.clientY })
      last = { x: event.clientX, y: event.clientY }
    },
    { signal },
  )
  const end = () => {
    last = undefined
  }
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
  // The browser would drag the selection.
  element.addEventListener('dragstart', (event) => last && event.preventDefault(), { signal })
}

const listenToPress = (element: HTMLElement, signal: AbortSignal) =>
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target instanceof Element && !event.target.closest(HELD)) forgetSelection(element)
    },
    { signal },
  )

const forgetSelection = (element: Element): void => {
  const selection = element.ownerDocument.getSelection()
  if (selection && selection.rangeCount > 0 && selection.getRangeAt(0).intersectsNode(element)) {
    selection.removeAllRanges()
  }
}

export const useGestures = (
  ref: RefObject<HTMLElement | null>,
  model: ViewModel,
  { drag }: { drag: boolean },
): void => {
  const latest = useLatest(model)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const controller = new AbortController()
    const view = () => latest.current
    listenToWheel(element, view, controller.signal)
    listenToPinch(element, view, controller.signal)
    listenToPress(element, controller.signal)
    return () => controller.abort()
  }, [ref])
  useEffect(() => {
    const element = ref.current
    if (!element || !drag) return
    const controller = new AbortController()
    listenToDrag(element, () => latest.current, controller.signal)
    return () => controller.abort()
  }, [ref, drag])
}
