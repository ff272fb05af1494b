import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Point } from '../fields/geometry.ts'
import { clamp } from '../fields/geometry.ts'
import { WHEEL_ZOOM_STEP } from './constants.ts'
import type { ViewModel } from './use-view.ts'

/** `deltaY` of one notch of a wheel, in CSS pixels, and how many such pixels a line stands for (Firefox). */
const NOTCH_PX = 100
const LINE_PX = NOTCH_PX / 3

/** Zoom step of a wheel event: 0.1 for a notch, and in proportion for the small deltas of a trackpad. */
export const wheelZoomStep = ({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number => {
  const pixels = deltaMode === 0 ? deltaY : deltaY * LINE_PX
  const step = clamp(-pixels / NOTCH_PX, -1, 1) * WHEEL_ZOOM_STEP
  return Math.round(step * 1000) / 1000
}

const pointIn = (element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
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

/** Ctrl or Meta with the wheel zooms at the pointer. React's own wheel listener is passive and could not stop the page. */
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

/** Two fingers zoom by the ratio of their distances, and carry the page along. One finger scrolls natively. */
const listenToPinch = (element: HTMLElement, view: () => ViewModel, signal: AbortSignal) => {
  let last: Pinch | undefined
  const begin = (event: TouchEvent) => {
    last = event.touches.length === 2 ? pinchOf(element, event.touches) : undefined
  }
  const move = (event: TouchEvent) => {
    const now = event.touches.length === 2 ? pinchOf(element, event.touches) : undefined
    if (!last || !now || last.distance === 0) return
    // A finger that was already scrolling goes on doing so.
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

/** What a mouse takes hold of for itself, and text where it can be selected. */
const HELD = 'button, a, input, [data-field], [data-text] span'

/** A mouse drags the paper, unless it took hold of something that lies on it. */
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
  // Where something is selected, the browser would carry that away instead.
  element.addEventListener('dragstart', (event) => last && event.preventDefault(), { signal })
}

/** A press beside the text lets go of what was selected: where the paper moves, the browser does not do it. */
const listenToPress = (element: HTMLElement, signal: AbortSignal) =>
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target instanceof Element && !event.target.closest(HELD)) forgetSelection(element)
    },
    { signal },
  )

/** Nothing inside this element is selected any more. */
const forgetSelection = (element: Element): void => {
  const selection = element.ownerDocument.getSelection()
  if (selection && selection.rangeCount > 0 && selection.getRangeAt(0).intersectsNode(element)) {
    selection.removeAllRanges()
  }
}

/** Listens to wheel, fingers and mouse on the scrolled area. */
export const useGestures = (
  ref: RefObject<HTMLElement | null>,
  model: ViewModel,
  { drag }: { drag: boolean },
): void => {
  const latest = useRef(model)
  useLayoutEffect(() => {
    latest.current = model
  })
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
