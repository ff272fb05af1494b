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

test('+ and - zoom by 0.25, arrows pan by 20 px, Home resets', async () => {
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

test('the keys work wherever the focus is in the viewer, and while it is nowhere', async () => {
  const viewer = showViewer()
  const { user, view } = viewer
  await shown()
  await user.keyboard('+')
  act(() => button('Acercar').focus())
  await user.keyboard('+')
  expect(view().zoom).toBe(1.5)
})

test('inputs, the browser and fields keep their keys', async () => {
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

test('no key pans or zooms while fields are being placed', async () => {
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

test('Ctrl and Meta with the wheel zoom by 0.1, and the page itself does not; the wheel alone is left to scroll', async () => {
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
])('wheel %o is a step of %d', (event, step) => {
  expect(wheelZoomStep(event)).toBeCloseTo(step, 6)
})

test('two fingers zoom by the ratio of their distance, within 0.5–3, and lose nothing between two frames', async () => {
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
])('a mouse on the paper, mode %s, editing %s', (mode, editing, pans) => {
  test(pans ? 'moves it' : 'does not move it', async () => {
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

test('a scroll event that comes late undoes nothing that a hand has moved since', async () => {
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

test('the next step starts at the scrolled position', async () => {
  const viewer = showViewer()
  await shown()
  stage().scrollTop += 130
  fireEvent.scroll(stage())
  expect(moved(viewer)).toEqual({ x: 0, y: 130 })
  await viewer.user.keyboard('{ArrowDown}')
  expect(moved(viewer)).toEqual({ x: 0, y: 150 })
  expect(stage().scrollTop).toBe(150)
})

test('a mouse that takes hold of a field leaves the paper alone', async () => {
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

test('the overlay knows whether fields may be placed: in the editor, and only while editing', async () => {
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

describe('a window that changes its size', () => {
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
  ])('is announced once it is at rest for 100 ms; blocked %s', async (zoomBlocked, zoom) => {
    const { view } = showViewer({ zoomBlocked })
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
  })
})
