import { act, render } from '@testing-library/react'
import { StrictMode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { GRACE_MS, watchLeaks } from './watch-leaks.tsx'

let warn: jest.SpyInstance
beforeEach(() => {
  jest.useFakeTimers()
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  for (const node of document.querySelectorAll('aside')) node.remove()
})

const visit = (effect: () => undefined | (() => void), { strict = true, portal = false } = {}) => {
  const Screen = watchLeaks('mf_auth /login', () => {
    useEffect(effect, [])
    return portal ? createPortal(<aside />, document.body) : <h1>Iniciar sesión</h1>
  })
  for (const time of [1, 2]) {
    const { unmount } = render(strict ? <StrictMode>{<Screen />}</StrictMode> : <Screen />)
    act(() => jest.advanceTimersByTime(GRACE_MS))
    if (time === 1 || strict) expect(warn).not.toHaveBeenCalled()
    unmount()
    act(() => jest.advanceTimersByTime(GRACE_MS))
    if (time === 1) expect(warn).not.toHaveBeenCalled()
  }
}

function onResize() {}

test('the warning names the listeners that an unmounted screen leaves on window and document', () => {
  visit(
    () => {
      window.addEventListener('resize', onResize)
      document.addEventListener('keydown', () => undefined, { capture: true })
      return undefined
    },
    { strict: false },
  )
  expect(warn).toHaveBeenCalledWith(
    "[mf_auth /login] left after its unmount: 'resize' on window (onResize), 'keydown' on document (anonymous)",
  )
  window.removeEventListener('resize', onResize)
})

test('the warning names the nodes that an unmounted screen leaves outside its container', () => {
  visit(
    () => {
      const aside = document.createElement('aside')
      aside.id = 'tooltip'
      aside.className = 'open late'
      document.body.append(aside)
      return undefined
    },
    { strict: false },
  )
  expect(warn).toHaveBeenCalledWith('[mf_auth /login] left after its unmount: <aside>#tooltip.open.late')
})

test.each<[string, () => undefined | (() => void)]>([
  [
    'removes its listeners',
    () => {
      window.addEventListener('resize', onResize, true)
      return () => window.removeEventListener('resize', onResize, { capture: true })
    },
  ],
  [
    'aborts its listeners',
    () => {
      const controller = new AbortController()
      window.addEventListener('resize', onResize, { signal: controller.signal })
      return () => controller.abort()
    },
  ],
  [
    'listens once',
    () => {
      document.addEventListener('click', onResize, { once: true })
      return undefined
    },
  ],
  [
    'removes its node after an animation',
    () => {
      const aside = document.createElement('aside')
      document.body.append(aside)
      return () => void setTimeout(() => aside.remove(), GRACE_MS / 2)
    },
  ],
])('the check reports no leak for a screen that %s', (_name, effect) => {
  visit(effect, { portal: true })
  expect(warn).not.toHaveBeenCalled()
})

test('a listener that is added only once does not count as a leak of the screen', () => {
  let started = false
  visit(() => {
    if (!started) document.addEventListener('focusin', onResize)
    started = true
    return undefined
  })
  expect(warn).not.toHaveBeenCalled()
})

test('the check does not report a listener that was added after the unmount', () => {
  const Screen = watchLeaks('mf_auth /login', () => null)
  const { unmount } = render(<Screen />)
  unmount()
  window.addEventListener('resize', onResize)
  act(() => jest.advanceTimersByTime(GRACE_MS))
  expect(warn).not.toHaveBeenCalled()
  window.removeEventListener('resize', onResize)
})
