/** @jest-environment jsdom */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { paintFirstPage } from './paint-first-page.ts'
import { createPrerenderOverlay } from './prerender-overlay.ts'
import { FIRST_PAGE } from './prerendered-document.ts'

const A4 = { width: 595, height: 842 }

const openDocument = () => {
  const painted = Promise.withResolvers<undefined>()
  const cancel = jest.fn(() => painted.reject(new Error('cancelled')))
  const getViewport = ({ scale }: { scale: number }) => ({ width: A4.width * scale, height: A4.height * scale })
  const getPage = jest.fn(async () => ({ getViewport, render: () => ({ promise: painted.promise, cancel }) }))
  return { document: { getPage } as unknown as PDFDocumentProxy, getPage, painted, cancel }
}

const desk = { innerWidth: 1280, innerHeight: 720, devicePixelRatio: 2 }
const canvases = () => [...document.body.querySelectorAll('canvas')]
afterEach(() => document.body.replaceChildren())

test('the first page is painted at the scale of the viewer and shown only when complete', async () => {
  const { document: pdf, getPage, painted } = openDocument()
  const painting = paintFirstPage(Promise.resolve(pdf), desk, createPrerenderOverlay())
  const picture = await painting.picture
  expect(getPage).toHaveBeenCalledWith(FIRST_PAGE)
  expect([picture?.scale, picture?.canvas.width]).toEqual([2, 1190])
  expect(canvases()).toEqual([])

  painted.resolve(undefined)
  await picture?.finished
  expect(canvases()).toEqual([picture?.canvas])
  const cover = document.body.firstElementChild
  if (!(cover instanceof HTMLElement)) throw new Error('nothing covers the page')
  expect([cover.inert, cover.style.pointerEvents]).toEqual([true, 'none'])
  expect(cover.style.top).toBe('calc(3.5rem + var(--signing-header))')

  painting.hide()
  expect(document.body.childElementCount).toBe(0)
})

test('a painting that is hidden before its end never covers the page', async () => {
  const { document: pdf, painted } = openDocument()
  const painting = paintFirstPage(Promise.resolve(pdf), desk, createPrerenderOverlay())
  painting.hide()
  painted.resolve(undefined)
  await (await painting.picture)?.finished
  expect(document.body.childElementCount).toBe(0)
})

test('a cancelled painting leaves nothing on the page', async () => {
  const { document: pdf, painted, cancel } = openDocument()
  const painting = paintFirstPage(Promise.resolve(pdf), desk, createPrerenderOverlay())
  const picture = await painting.picture
  painting.cancel()
  expect(cancel).toHaveBeenCalledTimes(1)
  await expect(picture?.finished).rejects.toThrow('cancelled')
  expect(document.body.childElementCount).toBe(0)

  const done = openDocument()
  const other = paintFirstPage(Promise.resolve(done.document), desk, createPrerenderOverlay())
  done.painted.resolve(undefined)
  await (await other.picture)?.finished
  painted.resolve(undefined)
  other.cancel()
  expect(canvases()).toHaveLength(1)
  other.hide()
  expect(document.body.childElementCount).toBe(0)
})

test('a document that does not open gives no picture', async () => {
  await expect(
    paintFirstPage(Promise.reject(new Error('404')), desk, createPrerenderOverlay()).picture,
  ).resolves.toBeUndefined()
})
