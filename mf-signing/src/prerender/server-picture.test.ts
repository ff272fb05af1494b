/** @jest-environment jsdom */
import { createPrerenderOverlay } from './prerender-overlay.ts'
import { showServerPicture } from './server-picture.ts'

const desk = { innerWidth: 1280, innerHeight: 720 }

const pageWith = (page: string, decode: () => Promise<void> = async () => undefined): void => {
  document.body.innerHTML = `<template id="trazo-first-page" data-page="${page}"><img alt="" src="data:,"></template>`
  // jsdom decodes no pictures.
  Object.assign(HTMLImageElement.prototype, { decode })
}
const covers = () => document.querySelectorAll('body > div img')
afterEach(() => document.body.replaceChildren())

test('the picture covers the place of the first page', async () => {
  pageWith('595 842 3')
  expect(await showServerPicture(desk, createPrerenderOverlay())).toBe(true)
  expect(covers()).toHaveLength(1)
})

test('the button to sign comes with the picture of a page that the link may sign', async () => {
  pageWith('595 842 3')
  document.querySelector('template')?.setAttribute('data-signs', '')
  await showServerPicture(desk, createPrerenderOverlay())
  expect(document.querySelector('#early-sign')).not.toBeNull()
})

test.each([
  ['without a picture', () => document.body.replaceChildren()],
  ['with a page without a size', () => pageWith('0 842 1')],
  ['with a size that is no number', () => pageWith('595 tall 1')],
  ['with a picture that the browser cannot read', () => pageWith('595 842 1', () => Promise.reject(new Error('no')))],
])('%s nothing covers the page', async (_, prepare) => {
  prepare()
  expect(await showServerPicture(desk, createPrerenderOverlay())).toBe(false)
  expect(covers()).toHaveLength(0)
})
