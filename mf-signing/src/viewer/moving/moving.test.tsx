import { act, fireEvent, screen } from '@testing-library/react'
import { button, showViewer, stage } from '../../testing/show-viewer.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { FIELD_BOUNDS_DELAY_MS } from '../constants.ts'
import type { ViewerMode } from '../mode.ts'
import { wheelZoomStep } from './use-gestures.ts'

stubDom()

const shown = () => screen.findByText('Página 1 de 3')

beforeEach(() => {
  window.innerWidth = 1280
  // The viewport is smaller than the page of 600 × 800.
  Object.defineProperties(HTMLElement.prototype, {
    clientWidth: { value: 400, configurable: true },
    clientHeight: { value: 300, configurable: true },
  })
})

const moved = ({ view }: ReturnType<typeof showViewer>) => {
  const { pan } = view()
  return { x: pan.x - OPENED_AT_X, y: pan.y }
}
/** Centred: half of page plus margins minus viewport. */
const OPENED_AT_X = (600 + 2 * 24 - 400) / 2

test('+ and - zoom by 0.25, arrow keys pan by 20 px, and Home resets the view', async () => {
  const viewer = showViewer()
  const { user, view } = viewer
  await shown()
  act(() => stage().focus())
  await user.keyboard('+')
  expect(view().zoom).toBe(1.25)
  await user.keyboard('--')
  expect(view().zoom).toBe(0.75)
  await user.keyboard('{Home}')
  expect(view().zoom).toBe(1)
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
  expect(moved(viewer)).toEqual({ x: 20, y: 40 })
  await user.keyboard('{ArrowUp}{ArrowLeft}')
  expect(moved(viewer)).toEqual({ x: 0, y: 20 })
  await user.keyboard('{Home}')
  expect(moved(viewer)).toEqual({ x: 0, y: 0 })
})

test('the keys work when the focus is anywhere in the viewer or on no element', async () => {
  const viewer = showViewer()
  const { user, view } = viewer
  await shown()
  await user.keyboard('+')
  act(() => button('Acercar').focus())
  await user.keyboard('+')
  expect(view().zoom).toBe(1.5)
})

test('inputs, browser shortcuts and fields keep their keys', async () => {
  const overlay = () => (
    <button type="button" data-field="temporary" onKeyDown={(event) => event.preventDefault()}>
      Campo
    </button>
  )
  const viewer = showViewer({ overlay })
  const { user, view } = viewer
  await user.click(await screen.findByRole('button', { name: 'Página 1 de 3' }))
  await user.keyboard('{Home}{ArrowRight}+-')
  expect([view().zoom, moved(viewer)]).toEqual([1, { x: 0, y: 0 }])
  await user.keyboard('{Escape}{Control>}+{/Control}{Alt>}{ArrowRight}{/Alt}')
  expect([view().zoom, moved(viewer)]).toEqual([1, { x: 0, y: 0 }])
  act(() => button('Campo').focus())
  await user.keyboard('{ArrowRight}+')
  expect([view().zoom, moved(viewer)]).toEqual([1, { x: 0, y: 0 }])
})

test('no key pans or zooms while the owner places fields', async () => {
  const viewer = showViewer({ mode: 'editor', editing: true })
  const { user, view, change } = viewer
  await shown()
  act(() => stage().focus())
  await user.keyboard('{ArrowRight}{ArrowDown}+{Home}')
  expect([view().zoom, moved(viewer)]).toEqual([1, { x: 0, y: 0 }])
  change({ editing: false })
  await user.keyboard('+')
  expect(view().zoom).toBe(1.25)
})

test('the wheel zooms by 0.1 with Ctrl or Meta instead of the browser, and scrolls without a key', async () => {
  const { view } = showViewer()
  await shown()
  const wheel = (init: WheelEventInit) => {
    const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...init })
    act(() => void stage().dispatchEvent(event))
    return event.defaultPrevented
  }
  expect(wheel({ deltaY: -100, ctrlKey: true })).toBe(true)
  expect(view().zoom).toBe(1.1)
  expect(wheel({ deltaY: 100, metaKey: true })).toBe(true)
  expect(view().zoom).toBe(1)
  expect(wheel({ deltaY: 100 })).toBe(false)
})

test.each([
  [{ deltaY: -100, deltaMode: 0 }, 0.1],
  [{ deltaY: 120, deltaMode: 0 }, -0.1],
  [{ deltaY: -3, deltaMode: 1 }, 0.1],
  [{ deltaY: -10, deltaMode: 0 }, 0.01],
])('wheelZoomStep converts the wheel event %o to a step of %d', (event, step) => {
  expect(wheelZoomStep(event)).toBeCloseTo(step, 6)
})

test('two fingers zoom by the ratio of their distance within 0.5–3, and no step is lost between frames', async () => {
  const { view } = showViewer()
  await shown()
  const touches = (apart: number) => [
    { clientX: 100 - apart / 2, clientY: 100 },
    { clientX: 100 + apart / 2, clientY: 100 },
  ]
  const pinch = (...distances: number[]) => {
    const [first = 0, ...others] = distances
    fireEvent.touchStart(stage(), { touches: touches(first) })
    // One batch: React renders after the last event.
    act(() => {
      for (const apart of others) fireEvent.touchMove(stage(), { touches: touches(apart) })
    })
    fireEvent.touchEnd(stage(), { touches: [] })
  }
  pinch(100, 110, 120, 130, 140, 150)
  expect(view().zoom).toBeCloseTo(1.5, 6)
  pinch(100, 900)
  expect(view().zoom).toBe(3)
  pinch(900, 10)
  expect(view().zoom).toBe(0.5)
})

describe.each<[ViewerMode, boolean, boolean]>([
  ['viewer', false, true],
  ['editor', false, true],
  ['editor', true, true],
  ['signing', false, false],
])('dragging the page with the mouse, mode %s, editing %s', (mode, editing, pans) => {
  test(pans ? 'dragging moves the page' : 'dragging does not move the page', async () => {
    const viewer = showViewer({ mode, editing })
    await shown()
    const at = (clientX: number, clientY: number) => ({ pointerType: 'mouse', button: 0, clientX, clientY })
    fireEvent.pointerDown(stage(), at(300, 300))
    fireEvent.pointerMove(stage(), at(280, 250))
    fireEvent.pointerUp(stage(), at(280, 250))
    fireEvent.pointerMove(stage(), at(100, 100))
    expect(moved(viewer)).toEqual(pans ? { x: 20, y: 50 } : { x: 0, y: 0 })
  })
})

test('a late scroll event does not undo a later drag', async () => {
  const viewer = showViewer()
  await shown()
  const at = (clientY: number) => ({ pointerType: 'mouse', button: 0, clientX: 300, clientY })
  fireEvent.pointerDown(stage(), at(300))
  fireEvent.pointerMove(stage(), at(280))
  act(() => {
    // A move, then the scroll event of the previous move.
    stage().dispatchEvent(new PointerEvent('pointermove', at(260)))
    stage().dispatchEvent(new Event('scroll'))
  })
  fireEvent.pointerMove(stage(), at(240))
  expect(moved(viewer)).toEqual({ x: 0, y: 60 })
})

test('an arrow key pans from the scrolled position', async () => {
  const viewer = showViewer()
  await shown()
  stage().scrollTop += 130
  fireEvent.scroll(stage())
  expect(moved(viewer)).toEqual({ x: 0, y: 130 })
  await viewer.user.keyboard('{ArrowDown}')
  expect(moved(viewer)).toEqual({ x: 0, y: 150 })
  expect(stage().scrollTop).toBe(150)
})

test('dragging a field with the mouse does not move the page', async () => {
  const viewer = showViewer({
    mode: 'editor',
    editing: true,
    overlay: () => <span data-field="temporary">Campo</span>,
  })
  await shown()
  const field = await screen.findByText('Campo')
  fireEvent.pointerDown(field, { pointerType: 'mouse', button: 0, clientX: 300, clientY: 300 })
  fireEvent.pointerMove(field, { clientX: 200, clientY: 200 })
  expect(moved(viewer)).toEqual({ x: 0, y: 0 })
})

test('the overlay may place fields only in the editor and only while editing', async () => {
  const overlay = jest.fn(() => null)
  const { change } = showViewer({ mode: 'editor', editing: true, overlay })
  await shown()
  expect(overlay).toHaveBeenLastCalledWith(
    { number: 1, size: { width: 600, height: 800 }, zoom: 1 },
    expect.objectContaining({ placeFields: true }),
  )
  change({ editing: false })
  expect(overlay).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ placeFields: false }))
  change({ mode: 'signing', editing: true })
  expect(overlay).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ placeFields: false }))
})

describe('resizing of the window', () => {
  let resize: () => void = () => undefined
  beforeEach(() => {
    globalThis.ResizeObserver = class {
      constructor(callback: ResizeObserverCallback) {
        resize = () => callback([], this)
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    }
  })
  afterEach(() => {
    jest.useRealTimers()
    stubDom()
  })

  test.each([
    [false, 0.5],
    [true, 1],
  ])(
    'the viewer measures again 100 ms after the last change and keeps the zoom if blocked: %s',
    async (zoomBlocked, zoom) => {
      const { view } = showViewer({ zoomBlocked: zoomBlocked ? 'Guarda antes los campos.' : undefined })
      await shown()
      jest.useFakeTimers()
      window.innerWidth = 800
      Object.defineProperty(stage(), 'clientWidth', { value: 500, configurable: true })
      act(() => {
        resize()
        jest.advanceTimersByTime(FIELD_BOUNDS_DELAY_MS - 1)
        resize()
        jest.advanceTimersByTime(FIELD_BOUNDS_DELAY_MS - 1)
      })
      expect(view().viewport.width).toBe(400)
      act(() => jest.advanceTimersByTime(1))
      expect(view()).toMatchObject({ viewport: { width: 500 }, zoom, opening: { zoom: 0.5 } })
    },
  )
})
