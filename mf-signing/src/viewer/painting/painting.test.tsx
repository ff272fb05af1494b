import { act, screen, waitFor } from '@testing-library/react'
import { settle } from 'shared/testing'
import { CANVAS_MAX_PIXELS, renderScale } from '../../geometry/page-layout.ts'
import { button, showViewer } from '../../testing/show-viewer.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { AHEAD_MAX_PIXELS, REST_MS } from '../constants.ts'
import type { ViewedPage } from '../engine/pdf-engine.ts'
import { PaintAhead } from './paint-ahead.ts'
import { paintPage } from './painting.ts'

stubDom()

beforeEach(() => {
  window.innerWidth = 1280
})

const shown = () => screen.findByText('Página 1 de 3')
const canvases = () => [...document.querySelectorAll('canvas')]

const slowPage = (number = 1, size = { width: 600, height: 800 }) => {
  const ends: ((end: 'painted' | 'cancelled' | Error) => void)[] = []
  let cancelled = 0
  const page: ViewedPage = {
    number,
    size,
    points: size,
    render: (canvas, scale) => {
      canvas.width = size.width * scale
      canvas.height = size.height * scale
      const finished = new Promise<'painted' | 'cancelled'>((resolve, reject) => {
        ends.push((end) => (end instanceof Error ? reject(end) : resolve(end)))
      })
      return {
        finished,
        cancel: () => {
          cancelled += 1
        },
      }
    },
    layText: () => ({ finished: Promise.resolve([]), cancel: () => undefined }),
  }
  return { page, ends, cancelled: () => cancelled }
}

test('renderScale uses the pixel ratio of the screen and limits the canvas to 16 megapixels', () => {
  const a4 = { size: { width: 595, height: 842 } }
  expect(renderScale(a4, 1, 2)).toBe(2)
  const huge = { size: { width: 5000, height: 4000 } }
  expect(renderScale(huge, 3, 2) ** 2 * 5000 * 4000).toBeCloseTo(CANVAS_MAX_PIXELS, 0)
})

test('each painting uses a new canvas, and the memory of the old canvas is freed', async () => {
  const { user } = showViewer()
  await shown()
  await waitFor(() => expect(canvases()).toHaveLength(1))
  const [first] = canvases()
  await user.click(button('Acercar'))
  await waitFor(() => expect(canvases()[0]).not.toBe(first))
  expect(canvases()).toHaveLength(1)
  expect(first).toMatchObject({ width: 0, height: 0 })
})

test('a change of zoom or page cancels the running painting', async () => {
  // The tools come after the first page.
  let ends = true
  const { user, record, painted } = showViewer({
    engine: { paint: () => (ends ? Promise.resolve('painted') : new Promise(() => undefined)) },
  })
  await shown()
  ends = false
  await user.click(button('Acercar'))
  await waitFor(() => expect(painted.at(-1)).toEqual({ page: 1, scale: 1.25 }))
  const before = record.cancelled
  await user.click(button('Acercar'))
  await waitFor(() => expect(painted.at(-1)).toEqual({ page: 1, scale: 1.5 }))
  expect(record.cancelled).toBe(before + 1)
  await user.click(button('Página siguiente'))
  await waitFor(() => expect(painted.at(-1)).toEqual({ page: 2, scale: 1.5 }))
  expect(record.cancelled).toBe(before + 2)
})

test('the tools wait for the first page, however long it takes', async () => {
  jest.useFakeTimers()
  try {
    const first = Promise.withResolvers<'painted'>()
    const { painted } = showViewer({ engine: { paint: () => first.promise } })
    await settle(60_000)
    expect(painted).toEqual([{ page: 1, scale: 1 }])
    expect(screen.queryByText('Página 1 de 3')).not.toBeInTheDocument()
    first.resolve('painted')
    await settle(1000)
    expect(screen.getByText('Página 1 de 3')).toBeInTheDocument()
  } finally {
    jest.useRealTimers()
  }
})

test('a discarded painting frees its canvas, whether it is cancelled, running or finished', async () => {
  for (const end of ['painted', 'cancelled'] as const) {
    const { page, ends, cancelled } = slowPage()
    const painting = paintPage(page, 1)
    painting.discard()
    expect(cancelled()).toBe(1)
    ends[0]?.(end)
    await expect(painting.finished).resolves.toBe('cancelled')
    expect(painting.canvas).toMatchObject({ width: 0, height: 0 })
  }
  const { page, ends } = slowPage()
  const done = paintPage(page, 1)
  ends[0]?.('painted')
  await expect(done.finished).resolves.toBe('painted')
  done.discard()
  await act(async () => undefined)
  expect(done.canvas).toMatchObject({ width: 0, height: 0 })
})

describe('painting of the next page in advance', () => {
  test('the page turn uses the running painting of the prepared page without starting another', async () => {
    const ahead = new PaintAhead()
    const { page, ends } = slowPage(2)
    ahead.prepare(page, 1)
    ahead.prepare(page, 1)
    const painting = ahead.take(page, 1)
    expect(ends).toHaveLength(1)
    ends[0]?.('painted')
    await expect(painting.finished).resolves.toBe('painted')
    expect(painting.canvas.width).toBe(600)
  })

  test('taking the page at another zoom cancels the prepared painting and starts a new one', () => {
    const ahead = new PaintAhead()
    const two = slowPage(2)
    ahead.prepare(two.page, 1)
    ahead.take(two.page, 1.25)
    expect(two.cancelled()).toBe(1)
    expect(two.ends).toHaveLength(2)
  })

  test('the shown page is not painted again at the same zoom', () => {
    const ahead = new PaintAhead()
    const two = slowPage(2)
    ahead.take(two.page, 1)
    ahead.prepare(two.page, 1)
    expect(two.ends).toHaveLength(1)
    ahead.prepare(two.page, 1.25)
    expect(two.ends).toHaveLength(2)
  })

  test('a failed painting in advance is repeated when the page is shown', async () => {
    const ahead = new PaintAhead()
    const { page, ends } = slowPage(2)
    ahead.prepare(page, 1)
    ends[0]?.(new Error('broken'))
    await act(async () => undefined)
    ahead.take(page, 1)
    expect(ends).toHaveLength(2)
  })

  test('a page with too many pixels is not painted in advance', () => {
    const ahead = new PaintAhead()
    const { page, ends } = slowPage(2, { width: 4000, height: 4000 })
    expect(4000 * 4000).toBeGreaterThan(AHEAD_MAX_PIXELS)
    ahead.prepare(page, 1)
    expect(ends).toHaveLength(0)
  })

  test('the viewer paints the next page once the shown page is painted and the browser is idle', async () => {
    const idle: (() => void)[] = []
    const requestIdleCallback = (run: () => void) => idle.push(run)
    Object.assign(window, { requestIdleCallback, cancelIdleCallback: jest.fn() })
    const { painted, user } = showViewer()
    await shown()
    await waitFor(() => expect(idle).toHaveLength(3))
    expect(painted).toEqual([{ page: 1, scale: 1 }])
    await act(async () => {
      for (const run of idle) run()
    })
    expect(painted).toEqual([
      { page: 1, scale: 1 },
      { page: 2, scale: 1 },
    ])
    await user.click(button('Página siguiente'))
    await screen.findByText('Página 2 de 3')
    await waitFor(() => expect(canvases()).toHaveLength(1))
    expect(painted.filter(({ page }) => page === 2)).toHaveLength(1)
    Object.assign(window, { requestIdleCallback: undefined })
  })
})

test('turning pages quickly starts no text layer and paints the next page in the reading direction', async () => {
  jest.useFakeTimers()
  try {
    const layText = jest.fn(() => ({ finished: Promise.resolve([]), cancel: () => undefined }))
    const { painted } = showViewer({ engine: { pages: 5, layText } })
    const turn = async (name: string, ...expected: number[]) => {
      await act(async () => button(name).click())
      await act(() => jest.advanceTimersByTimeAsync(REST_MS - 1))
      expect(painted.map(({ page }) => page)).toEqual(expected)
    }
    await act(() => jest.advanceTimersByTimeAsync(REST_MS - 1))
    expect(painted).toEqual([{ page: 1, scale: 1 }])
    await turn('Página siguiente', 1, 2, 3)
    await turn('Página siguiente', 1, 2, 3, 4)
    await turn('Página anterior', 1, 2, 3, 4, 2, 1)
    await turn('Página anterior', 1, 2, 3, 4, 2, 1)
    expect(layText).not.toHaveBeenCalled()
    await act(() => jest.advanceTimersByTimeAsync(1000))
    expect(layText).toHaveBeenCalledTimes(1)
  } finally {
    jest.useRealTimers()
  }
})
