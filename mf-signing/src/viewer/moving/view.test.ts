import * as fc from 'fast-check'
import { contentSize, defaultZoom, pageOrigin } from '../../geometry/page-layout.ts'
import type { ViewAction, ViewState } from './view.ts'
import { openViewState, pagePointAt, viewReducer } from './view.ts'

const A4 = { width: 595, height: 842 }
const after = (actions: ViewAction[], from: ViewState = openViewState({ zoom: 1, flows: false })) =>
  actions.reduce(viewReducer, from)
const opened = (zoom = 1) =>
  after(
    [
      { type: 'viewport-measured', viewport: { width: 400, height: 600 } },
      { type: 'page-shown', page: A4 },
    ],
    openViewState({ zoom, flows: false }),
  )

const real = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
const actions: fc.Arbitrary<ViewAction> = fc.oneof(
  fc.record({ type: fc.constant('zoomed-by-step' as const), step: fc.constantFrom(0.25, -0.25, 0.1, -0.1) }),
  fc.record({
    type: fc.constant('zoomed-by-factor' as const),
    factor: real(0.1, 10),
    at: fc.record({ x: real(0, 400), y: real(0, 600) }),
  }),
  fc.record({ type: fc.constant('panned' as const), dx: real(-900, 900), dy: real(-900, 900) }),
  fc.constant({ type: 'reset' as const }),
  fc.record({
    type: fc.constant('viewport-measured' as const),
    viewport: fc.record({ width: real(100, 2000), height: real(100, 2000) }),
  }),
)

test('property: the zoom stays within 0.5–3 and the pan within the page', () => {
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 30 }), (list) => {
      const view = after(list, opened())
      const content = contentSize(view)
      expect(view.zoom).toBeGreaterThanOrEqual(0.5)
      expect(view.zoom).toBeLessThanOrEqual(3)
      expect(view.pan.x).toBeGreaterThanOrEqual(0)
      expect(view.pan.y).toBeGreaterThanOrEqual(0)
      expect(view.pan.x).toBeLessThanOrEqual(content.width - view.viewport.width + 1e-6)
      expect(view.pan.y).toBeLessThanOrEqual(content.height - view.viewport.height + 1e-6)
    }),
  )
})

test('property: zooming keeps the point under the pointer while the page has room to scroll', () => {
  const view = viewReducer(after([{ type: 'zoomed-to', zoom: 2 }], opened()), { type: 'panned', dx: 100, dy: 300 })
  fc.assert(
    fc.property(real(0.9, 1.2), real(100, 300), real(200, 400), (factor, x, y) => {
      const before = pagePointAt(view, { x, y })
      const next = viewReducer(view, { type: 'zoomed-by-factor', factor, at: { x, y } })
      const now = pagePointAt(next, { x, y })
      expect(now.x).toBeCloseTo(before.x, 4)
      expect(now.y).toBeCloseTo(before.y, 4)
    }),
  )
})

test('many small zoom factors between two renders multiply without loss', () => {
  const factors = Array.from({ length: 40 }, () => 1.01)
  const view = after(
    factors.map((factor) => ({ type: 'zoomed-by-factor', factor }) as const),
    opened(),
  )
  expect(view.zoom).toBeCloseTo(1.01 ** 40, 9)
})

test.each([
  [0.25, 1.25],
  [-0.25, 0.75],
  [0.1, 1.1],
])('a zoom step of %d leads from 1 to %d', (step, zoom) => {
  expect(viewReducer(opened(), { type: 'zoomed-by-step', step }).zoom).toBe(zoom)
})

test('ten wheel steps of 0.1 change the zoom by exactly 1', () => {
  const steps = Array.from({ length: 10 }, () => ({ type: 'zoomed-by-step', step: 0.1 }) as const)
  expect(after(steps, opened()).zoom).toBe(2)
})

test('a page that fits is centred, and a reset restores the initial view', () => {
  const small = opened(0.5)
  expect(pageOrigin(small)).toEqual({ x: (400 - 297.5) / 2, y: (600 - 64 - 421) / 2 })
  const away = after(
    [
      { type: 'zoomed-to', zoom: 3 },
      { type: 'panned', dx: 999, dy: 999 },
    ],
    small,
  )
  expect(viewReducer(away, { type: 'reset' })).toEqual(small)
})

test('revealing a field centres the field in the window', () => {
  const view = viewReducer(after([{ type: 'zoomed-to', zoom: 3 }], opened()), {
    type: 'revealed',
    rect: { x: 250, y: 400, width: 100, height: 50 },
  })
  const seen = pagePointAt(view, { x: 200, y: 300 })
  expect(seen.x).toBeCloseTo(300, 6)
  expect(seen.y).toBeCloseTo(425, 6)
})

test('a found text moves the page only if the text is hidden, and then to the middle', () => {
  const view = viewReducer(after([{ type: 'zoomed-to', zoom: 3 }], opened()), { type: 'panned', dx: 0, dy: 900 })
  const seen = pagePointAt(view, { x: 200, y: 300 })
  const near = { ...seen, width: 30, height: 10 }
  expect(viewReducer(view, { type: 'brought-into-view', rect: near })).toBe(view)
  // Hidden by find bar or toolbar.
  for (const y of [40, 540]) {
    const hidden = { ...pagePointAt(view, { x: 200, y }), width: 30, height: 10 }
    const moved = viewReducer(view, { type: 'brought-into-view', rect: hidden })
    expect(pagePointAt(moved, { x: 200, y: 300 }).y).toBeCloseTo(hidden.y + 5, 6)
  }
})

test('resizing the window resets the zoom unless the user has changed it or the zoom is held', () => {
  const measured = {
    type: 'viewport-measured',
    viewport: { width: 700, height: 600 },
    opening: { zoom: 0.5, flows: false },
  } as const
  expect(viewReducer(opened(1), measured)).toMatchObject({ zoom: 0.5, opening: { zoom: 0.5 } })
  const chosen = viewReducer(opened(1), { type: 'zoomed-by-step', step: 0.25 })
  expect(viewReducer(chosen, measured)).toMatchObject({ zoom: 1.25, opening: { zoom: 0.5 } })
  expect(viewReducer(opened(1), { ...measured, zoomHeld: true })).toMatchObject({ zoom: 1, opening: { zoom: 0.5 } })
  expect(after([measured, { type: 'reset' }], chosen).zoom).toBe(0.5)
})

test('defaultZoom is 1, or 0.5 when the window is at most 1024 pixels wide', () => {
  expect(defaultZoom(1025)).toBe(1)
  expect(defaultZoom(1024)).toBe(0.5)
})

describe('view of a column of pages', () => {
  const opening = { zoom: 0.6, flows: true }
  const size = { width: 600, height: 800 }
  const phone: ViewAction = { type: 'viewport-measured', viewport: { width: 390, height: 480 }, opening }
  const first: ViewAction[] = [
    phone,
    { type: 'pages-counted', count: 4 },
    { type: 'page-shown', page: size, number: 1, opening },
  ]
  const start = after(first, openViewState({ zoom: 0.5, flows: true }))
  const step = 800 * 0.6 + 12

  test('the first page determines the zoom, and all pages initially get the size of the first page', () => {
    expect(start).toMatchObject({ zoom: 0.6, pan: { x: 0, y: 0 }, column: { number: 1 } })
    expect(start.column?.sizes).toEqual([size, size, size, size])
    const other = viewReducer(start, { type: 'page-shown', page: { width: 900, height: 300 }, number: 2, opening })
    expect(other.zoom).toBe(0.6)
  })

  test('turning to a page shows its top, and a page reached by scrolling stays in place', () => {
    const turned = viewReducer(start, { type: 'page-shown', page: size, number: 3 })
    expect(turned.pan.y).toBeCloseTo(2 * step)
    const read = after(
      [
        { type: 'scrolled', dx: 0, dy: 450 },
        { type: 'page-read', number: 2 },
        { type: 'page-shown', page: size, number: 2 },
      ],
      start,
    )
    expect(read).toMatchObject({ number: 2, pan: { y: 450 } })
  })

  test('a page with a smaller height than expected does not move the visible content', () => {
    const turned = viewReducer(start, { type: 'page-shown', page: size, number: 3 })
    const above = viewReducer(turned, { type: 'page-sized', number: 1, size: { width: 600, height: 300 } })
    expect(above.pan.y).toBeCloseTo(turned.pan.y - 500 * 0.6)
    const below = viewReducer(turned, { type: 'page-sized', number: 4, size: { width: 600, height: 300 } })
    expect(below.pan).toEqual(turned.pan)
    expect(viewReducer(turned, { type: 'page-sized', number: 4, size })).toBe(turned)
  })

  test('reset shows the current page from its top, and a wide window shows a single page', () => {
    const zoomed = after(
      [
        { type: 'page-shown', page: size, number: 3 },
        { type: 'zoomed-by-step', step: 0.25 },
        { type: 'panned', dx: 30, dy: 90 },
        { type: 'reset' },
      ],
      start,
    )
    expect(zoomed).toMatchObject({ zoom: 0.6, number: 3 })
    expect(zoomed.pan.y).toBeCloseTo(2 * step)
    const desk = { type: 'viewport-measured', viewport: { width: 900, height: 800 } } as const
    const wide = viewReducer(zoomed, { ...desk, opening: { zoom: 1, flows: false } })
    expect(wide).toMatchObject({ zoom: 1, number: 3, column: undefined, pan: { y: 0 } })
  })
})
