/** @jest-environment jsdom */
import { nameHighlights } from './name-highlights.ts'

const highlight = () => {
  const element = document.createElement('div')
  element.className = 'highlightEditor'
  element.setAttribute('role', 'mark')
  return element
}

test('nameHighlights gives new highlights the role "group" until the document closes', async () => {
  const pages = document.createElement('div')
  const abort = new AbortController()
  nameHighlights(pages, abort.signal)
  pages.append(highlight())
  await Promise.resolve()
  expect(pages.querySelector('[role="group"]')).not.toBeNull()
  abort.abort()
  pages.replaceChildren(highlight())
  await Promise.resolve()
  expect(pages.querySelector('[role="mark"]')).not.toBeNull()
})
