/** @jest-environment jsdom */
import type { PDFPageProxy } from 'pdfjs-dist'
import type { FirstPagePicture } from '../../prerender/prerendered-document.ts'
import { renderAfter } from './render-page.ts'

jest.mock('pdfjs-dist', () => ({}))

const drawImage = jest.fn()
const canvasOf = (width = 0): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), { width, height: width, getContext: () => ({ drawImage }) })

const page = (pageNumber: number) => ({ pageNumber }) as PDFPageProxy
const own = () => {
  const cancel = jest.fn()
  return { render: jest.fn(() => ({ finished: Promise.resolve('painted' as const), cancel })), cancel }
}
const prerendered = (over: Partial<FirstPagePicture> = {}) => {
  const picture = { scale: 2, canvas: canvasOf(400), finished: Promise.resolve(), ...over }
  return { picture: Promise.resolve(picture), cancel: jest.fn(), hide: jest.fn() }
}
beforeEach(() => drawImage.mockReset())

test('the viewer shows the prerendered picture and does not paint the page again', async () => {
  const { render } = own()
  const painting = prerendered()
  const canvas = canvasOf()
  await expect(renderAfter(painting, render)(page(1), canvas, 2).finished).resolves.toBe('painted')
  expect(drawImage).toHaveBeenCalledWith((await painting.picture).canvas, 0, 0)
  expect([canvas.width, canvas.height]).toEqual([400, 400])
  expect((await painting.picture).canvas.width).toBe(0)
  expect(painting.hide).toHaveBeenCalledTimes(1)
  expect(render).not.toHaveBeenCalled()
})

test.each([
  ['at another scale', page(1), 1, prerendered()],
  ['of another page', page(3), 2, prerendered()],
  ['that could not be painted', page(1), 2, prerendered({ finished: Promise.reject(new Error('damaged')) })],
  ['that was never begun', page(1), 2, { picture: Promise.resolve(undefined), cancel: jest.fn(), hide: jest.fn() }],
] as const)(
  'the viewer paints the page itself instead of a prerendered picture %s',
  async (_what, wanted, scale, painting) => {
    const { render } = own()
    const canvas = canvasOf()
    await expect(renderAfter(painting, render)(wanted, canvas, scale).finished).resolves.toBe('painted')
    expect(render).toHaveBeenCalledWith(wanted, canvas, scale)
    expect(painting.cancel).toHaveBeenCalled()
    expect(drawImage).not.toHaveBeenCalled()
  },
)

test('only the first painting uses the prerendered picture', async () => {
  const { render } = own()
  const after = renderAfter(prerendered(), render)
  await after(page(1), canvasOf(), 2).finished
  await after(page(1), canvasOf(), 2).finished
  expect(drawImage).toHaveBeenCalledTimes(1)
  expect(render).toHaveBeenCalledTimes(1)
})

test('cancelling stops both the wait for the prerendered picture and the viewer’s own painting', async () => {
  const { render, cancel } = own()
  const painting = prerendered()
  const task = renderAfter(painting, render)(page(1), canvasOf(), 2)
  task.cancel()
  await expect(task.finished).resolves.toBe('cancelled')
  expect(painting.cancel).toHaveBeenCalled()
  expect(drawImage).not.toHaveBeenCalled()

  const other = renderAfter(prerendered(), render)(page(1), canvasOf(), 1)
  await other.finished
  other.cancel()
  expect(cancel).toHaveBeenCalledTimes(1)
})
