/** @jest-environment jsdom */
import { controlsInView } from './controls-in-view.ts'

/** jsdom has no layout: each element states its box. */
const place = (html: string): HTMLElement => {
  document.body.innerHTML = html
  for (const element of document.body.querySelectorAll<HTMLElement>('[data-box]')) {
    const [left = 0, top = 0, width = 0, height = 0] = (element.dataset.box ?? '').split(' ').map(Number)
    element.getBoundingClientRect = () => ({ left, top, width, height }) as DOMRect
    element.checkVisibility = () => true
    document.elementsFromPoint = (x, y) =>
      [...document.body.querySelectorAll('[data-box]')].filter((one) => {
        const box = one.getBoundingClientRect()
        return box.left <= x && x <= box.left + box.width && box.top <= y && y <= box.top + box.height
      })
  }
  return document.createElement('div')
}

const area = { left: 0, top: 0, width: 390, height: 800 }

test('notifications keep clear of a signature that was made and of its mark, and not of one to come', () => {
  const toaster = place(`
    <div data-field="signed" data-box="20 600 200 60"><span data-box="160 584 60 16">Firmado</span></div>
    <div data-field="saved" data-box="20 400 200 60"></div>
  `)
  expect(controlsInView(area, toaster)).toEqual([{ left: 20, top: 584, width: 200, height: 76, kind: 'control' }])
})

test('controls and texts are obstacles of their own kind', () => {
  const toaster = place(`
    <button type="button" data-box="0 0 100 44"></button>
    <p role="status" data-box="0 100 100 20"></p>
    <p data-box="0 200 100 20"></p>
  `)
  expect(controlsInView(area, toaster).map(({ kind }) => kind)).toEqual(['control', 'text'])
})
