/** @jest-environment jsdom */
import fc from 'fast-check'
import { removeEarlyButton } from './early-tap/early-button.ts'
import { createPrerenderOverlay, sheetPlace } from './prerender-overlay.ts'

test('sheetPlace centres a page that fits, and starts a larger page at the top margin', () => {
  const a4 = { width: 595, height: 842 }
  expect(sheetPlace({ width: 929, height: 664 }, a4, 1).sheet).toEqual({ left: 167, top: 24, width: 595, height: 842 })
  expect(sheetPlace({ width: 753, height: 775.5 }, a4, 0.5).sheet).toMatchObject({ left: 227.75, top: 145.25 })
})

test('property: sheetPlace centres the page horizontally for any window and page', () => {
  const length = fc.integer({ min: 50, max: 4000 })
  const size = fc.record({ width: length, height: length })
  fc.assert(
    fc.property(size, size, fc.constantFrom(0.5, 1), (viewport, page, zoom) => {
      const { content, sheet, scrolled } = sheetPlace(viewport, page, zoom)
      expect(sheet.left + sheet.width / 2 - scrolled).toBeCloseTo(viewport.width / 2)
      expect(sheet.left + sheet.width).toBeLessThanOrEqual(content.width)
      expect(sheet.top + sheet.height).toBeLessThanOrEqual(content.height)
    }),
  )
})

test('an overlay that is hidden before the page is painted is never added to the page', () => {
  const overlay = createPrerenderOverlay()
  overlay.hide()
  overlay.show(document.createElement('canvas'), { width: 595, height: 842 }, 1, 1)
  expect(document.body.childElementCount).toBe(0)
})

const A4 = { width: 595, height: 842 }
const shown = () => [...document.querySelectorAll('body > div img, body > div canvas')]
const pictureAndCanvas = () => ({
  overlay: createPrerenderOverlay(),
  picture: document.createElement('img'),
  canvas: document.createElement('canvas'),
})

test("pdf.js's page takes the place of the server's picture, never the other way round", () => {
  const { overlay, picture, canvas } = pictureAndCanvas()
  overlay.showPicture(false, picture, A4, 1, 1)
  expect(shown()).toEqual([picture])
  overlay.show(canvas, A4, 1, 1)
  expect(shown()).toEqual([canvas])
  overlay.showPicture(false, picture, A4, 1, 1)
  expect(shown()).toEqual([canvas])
  overlay.hide()
  overlay.showPicture(false, picture, A4, 1, 1)
  expect(document.body.childElementCount).toBe(0)
})

test('a picture brings the button to sign only if its page will offer it, and only if it is shown', () => {
  const button = () => document.querySelector('#early-sign')
  const { overlay, picture } = pictureAndCanvas()
  overlay.showPicture(false, picture, A4, 1, 1)
  expect(button()).toBeNull()
  overlay.hide()
  overlay.showPicture(true, picture, A4, 1, 1)
  expect(button()).toBeNull()
  const { overlay: second } = pictureAndCanvas()
  second.showPicture(true, picture, A4, 1, 1)
  expect(button()).toHaveTextContent('Agregar Firma Digital')
  removeEarlyButton()
  second.hide()
})

test("the picture lies where pdf.js's page will lie", () => {
  const { overlay, picture, canvas } = pictureAndCanvas()
  const styles = () => [...document.querySelectorAll<HTMLElement>('body > div *')].map(({ style }) => style.cssText)
  overlay.showPicture(false, picture, A4, 0.7, 3)
  const before = styles()
  overlay.show(canvas, A4, 0.7, 3)
  expect(styles()).toEqual(before)
  overlay.hide()
})
