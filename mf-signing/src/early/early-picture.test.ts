import type { PDFDocumentProxy } from 'pdfjs-dist'
import { EARLY_PAGE, paintEarly } from './early-picture.ts'

const A4 = { width: 595, height: 842 }

/** The test decides when the page is painted. */
const openDocument = () => {
  const painted = Promise.withResolvers<undefined>()
  const cancel = jest.fn(() => painted.reject(new Error('cancelled')))
  const getViewport = ({ scale }: { scale: number }) => ({ width: A4.width * scale, height: A4.height * scale })
  const getPage = jest.fn(async () => ({ getViewport, render: () => ({ promise: painted.promise, cancel }) }))
  return { document: { getPage } as unknown as PDFDocumentProxy, getPage, painted, cancel }
}

const desk = { innerWidth: 1280, devicePixelRatio: 2 }
const canvases = () => [...document.body.querySelectorAll('canvas')]
afterEach(() => document.body.replaceChildren())

test('the first page is painted at the scale of the viewer, and shown once it is whole', async () => {
  const { document: pdf, getPage, painted } = openDocument()
  const painting = paintEarly(Promise.resolve(pdf), desk)
  const picture = await painting.picture
  expect(getPage).toHaveBeenCalledWith(EARLY_PAGE)
  expect([picture?.scale, picture?.canvas.width]).toEqual([2, 1190])
  expect(canvases()).toEqual([])

  painted.resolve(undefined)
  await picture?.finished
  expect(canvases()).toEqual([picture?.canvas])
  const cover = document.body.firstElementChild
  if (!(cover instanceof HTMLElement)) throw new Error('nothing covers the page')
  expect([cover.inert, cover.style.pointerEvents]).toEqual([true, 'none'])
  expect([cover.style.top, cover.style.height]).toEqual(['56px', `${window.innerHeight - 56}px`])

  painting.uncover()
  expect(document.body.childElementCount).toBe(0)
})

test('whoever shows something else first is not covered later', async () => {
  const { document: pdf, painted } = openDocument()
  const painting = paintEarly(Promise.resolve(pdf), desk)
  painting.uncover()
  painted.resolve(undefined)
  await (await painting.picture)?.finished
  expect(document.body.childElementCount).toBe(0)
})

test('what was given up leaves nothing', async () => {
  const { document: pdf, painted, cancel } = openDocument()
  const painting = paintEarly(Promise.resolve(pdf), desk)
  const picture = await painting.picture
  painting.cancel()
  expect(cancel).toHaveBeenCalledTimes(1)
  await expect(picture?.finished).rejects.toThrow('cancelled')
  expect(document.body.childElementCount).toBe(0)

  const done = openDocument()
  const other = paintEarly(Promise.resolve(done.document), desk)
  done.painted.resolve(undefined)
  await (await other.picture)?.finished
  painted.resolve(undefined)
  other.cancel()
  expect(document.body.childElementCount).toBe(0)
})

test('a document that does not open has no picture', async () => {
  await expect(paintEarly(Promise.reject(new Error('404')), desk).picture).resolves.toBeUndefined()
})
