import { useEffect } from 'react'
import { defaultZoom } from '../geometry/page-layout.ts'
import { PAN_STEP_PX, ZOOM_STEP } from '../viewer/constants.ts'
import { wheelZoomStep } from '../viewer/moving/use-gestures.ts'
import { stepZoom } from '../viewer/moving/view.ts'
import type { AnnotationComponent } from './adapter/annotation-component.ts'

const zoomBy = (component: AnnotationComponent, step: number, at?: { x: number; y: number }) =>
  component.zoomTo(stepZoom(component.state().zoom, step), at)

export const resetZoom = (component: AnnotationComponent): void => component.zoomTo(defaultZoom(window.innerWidth))

const listenToWheel = (component: AnnotationComponent, signal: AbortSignal) =>
  component.area.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoomBy(component, wheelZoomStep(event), { x: event.clientX, y: event.clientY })
    },
    { passive: false, signal },
  )

interface Pinch {
  readonly centre: { readonly x: number; readonly y: number }
  readonly distance: number
}

const pinchOf = ({ touches: [a, b], touches }: TouchEvent): Pinch | undefined => {
  if (!a || !b || touches.length !== 2) return undefined
  const centre = { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 }
  return { centre, distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) }
}

/** On a selected annotation, pdf.js handles the pinch. */
const listenToPinch = (component: AnnotationComponent, signal: AbortSignal) => {
  const { area } = component
  let last: Pinch | undefined
  const begin = (event: TouchEvent) => {
    last = pinchOf(event)
  }
  const move = (event: TouchEvent) => {
    const now = pinchOf(event)
    if (!last || !now || last.distance === 0) return
    if (event.cancelable) event.preventDefault()
    component.zoomTo(component.state().zoom * (now.distance / last.distance), last.centre)
    area.scrollBy(last.centre.x - now.centre.x, last.centre.y - now.centre.y)
    last = now
  }
  area.addEventListener('touchstart', begin, { passive: true, signal })
  area.addEventListener('touchmove', move, { passive: false, signal })
  area.addEventListener('touchend', begin, { passive: true, signal })
  area.addEventListener('touchcancel', begin, { passive: true, signal })
}

type KeyAction = (component: AnnotationComponent) => void

const pan =
  (x: number, y: number): KeyAction =>
  ({ area }) =>
    area.scrollBy(x * PAN_STEP_PX, y * PAN_STEP_PX)

const viewKeys: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: pan(-1, 0),
  ArrowRight: pan(1, 0),
  ArrowUp: pan(0, -1),
  ArrowDown: pan(0, 1),
  Home: resetZoom,
  '+': (component) => zoomBy(component, ZOOM_STEP),
  '-': (component) => zoomBy(component, -ZOOM_STEP),
}

/** The viewer's keys, except in an annotation mode. */
const listenToKeys = (component: AnnotationComponent, signal: AbortSignal) =>
  component.area.addEventListener(
    'keydown',
    (event) => {
      const act = viewKeys[event.key]
      const editing = component.state().mode !== 'none'
      if (!act || editing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      act(component)
    },
    { signal },
  )

export const useAreaGestures = (component: AnnotationComponent): void => {
  useEffect(() => {
    const controller = new AbortController()
    listenToWheel(component, controller.signal)
    listenToPinch(component, controller.signal)
    listenToKeys(component, controller.signal)
    return () => controller.abort()
  }, [component])
}
