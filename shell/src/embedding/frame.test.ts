/** @jest-environment jsdom */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PORTAL = 'https://portal.example'
const source = readFileSync(join(__dirname, '../../server/embedding/frame.js'), 'utf8')
const posted = jest.spyOn(window.parent, 'postMessage').mockImplementation(() => undefined)
const opened = jest.spyOn(window, 'open').mockImplementation(() => null)
let resized: () => void = () => undefined

beforeAll(() => {
  window.history.replaceState({}, '', '/sign/12/contrato?token=secreto')
  Object.assign(globalThis, {
    ResizeObserver: class {
      constructor(callback: () => void) {
        resized = callback
      }
      observe = () => undefined
    },
  })
  const code = `(${source.slice(source.indexOf('(origins)'))})(origins)`
  new Function('origins', code)([PORTAL, 'https://otro.example'])
})
beforeEach(() => jest.clearAllMocks())

const announce = (detail: object) => window.dispatchEvent(new CustomEvent('trazo', { detail }))

test('the frame posts each event to every allowed origin by name, without the token', () => {
  announce({ type: 'signed' })
  const message = { type: 'trazo:signed', documentId: 12 }
  expect(posted.mock.calls).toEqual([
    [message, PORTAL],
    [message, 'https://otro.example'],
  ])
  announce({ type: 'error', code: 'INVITATION_EXPIRED' })
  expect(posted).toHaveBeenCalledWith({ type: 'trazo:error', code: 'INVITATION_EXPIRED', documentId: 12 }, PORTAL)
  expect(JSON.stringify(posted.mock.calls)).not.toContain('secreto')
})

test('the frame reports a new height once to each allowed origin', () => {
  jest.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(640)
  resized()
  resized()
  expect(posted.mock.calls.map((call: readonly unknown[]) => call[0])).toEqual(
    Array(2).fill({ type: 'trazo:resize', documentId: 12, height: 640 }),
  )
})

test('the frame ignores messages of the host page', () => {
  window.dispatchEvent(new MessageEvent('message', { origin: PORTAL, data: { type: 'trazo:signed' } }))
  expect(posted).not.toHaveBeenCalled()
})

test('links to other pages open outside the frame', () => {
  document.body.innerHTML = '<a href="/login"><b>Entrar</b></a><a href="/sign/12/contrato#x">Aquí</a>'
  document.querySelector('b')?.click()
  expect(opened).toHaveBeenCalledWith('http://localhost/login', '_blank', 'noopener')
  opened.mockClear()
  document.querySelectorAll('a')[1]?.click()
  expect(opened).not.toHaveBeenCalled()
})
