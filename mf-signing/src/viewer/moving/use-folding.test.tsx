import { renderHook } from '@testing-library/react'
import { PLACED_EVENT } from '../constants.ts'
import { useFolding } from './use-folding.ts'

const sizes = { clientHeight: 400, scrollHeight: 3000 }
let stage: HTMLElement

beforeEach(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  stage = document.createElement('div')
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(stage, name, { value })
  document.body.append(stage)
  stage.scrollTop = 1000
  renderHook(() => useFolding({ current: stage }, true))
})
afterEach(() => stage.remove())

const isFolded = () => document.documentElement.hasAttribute('data-reading')
const scrolled = (by: number) => {
  stage.scrollTop += by
  stage.dispatchEvent(new Event('scroll'))
}
const place = (top: number) => {
  stage.scrollTop = top
  stage.dispatchEvent(new Event(PLACED_EVENT))
}

test('the bars fold while the reader scrolls forward, and return when the reader scrolls back', () => {
  scrolled(60)
  expect(isFolded()).toBe(false)
  stage.dispatchEvent(new Event('wheel'))
  scrolled(60)
  expect(isFolded()).toBe(true)
  scrolled(-40)
  expect(isFolded()).toBe(false)
})

test('a scroll caused by a new layout does not fold the bars, even together with a user’s scroll', () => {
  stage.dispatchEvent(new Event('wheel'))
  scrolled(60)
  place(1800)
  scrolled(-40)
  expect(isFolded()).toBe(false)
  place(900)
  scrolled(0)
  expect(isFolded()).toBe(false)
})
