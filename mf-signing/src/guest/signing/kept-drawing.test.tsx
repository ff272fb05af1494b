import { act, cleanup, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import { drawStroke } from '../../testing/draw-stroke.ts'
import { begin, dialog, identify } from '../../testing/guest-steps.ts'
import { button, callsTo, INVITATION_LINK } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { readDrawing, storeDrawing } from './kept-drawing.ts'

stubDom()
beforeEach(() => {
  jest.useFakeTimers()
  window.innerWidth = 1280
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  act(() => endSession())
  jest.useRealTimers()
})

const draw = async (user: UserEvent) => {
  await user.click(button('Continuar'))
  drawStroke()
  await settle()
}

const reload = async (path = INVITATION_LINK) => {
  cleanup()
  const page = await begin({ path })
  await page.user.click(button('Continuar'))
  return page
}

const canvas = () => screen.getByRole('img', { name: /firma/ })

test('a reload after drawing keeps the drawing, and signing erases it', async () => {
  const { user } = await begin()
  await draw(user)
  expect(Object.keys(sessionStorage)).toContain('trazo-drawing-7')
  const again = await reload()
  expect(canvas()).toHaveAccessibleName('Tu firma dibujada')
  await again.user.click(button('Continuar'))
  await identify(again.user)
  await settle(1200 + 5000 + 2000)
  expect(callsTo(again.calls, 'digital_sign')).toHaveLength(1)
  expect(sessionStorage).toHaveLength(0)
})

test('the stored drawing has neither the token of the link nor the guest’s', async () => {
  const { user } = await begin()
  await draw(user)
  const stored = JSON.stringify({ ...sessionStorage })
  expect(stored).not.toContain('guest-token')
  expect(stored).not.toContain('abc')
})

test('cancelling erases the drawing', async () => {
  const { user } = await begin()
  await draw(user)
  await user.click(button('Cancelar'))
  expect(sessionStorage).toHaveLength(0)
})

test('a typed signature is kept, too', async () => {
  const { user } = await begin()
  await user.click(button('Continuar'))
  await user.click(screen.getByRole('tab', { name: 'Escribir' }))
  await user.type(screen.getByLabelText('Escribe tu nombre'), ' R.')
  await reload()
  expect(screen.getByLabelText('Escribe tu nombre')).toHaveValue('Ana Mora R.')
})

test('the drawing of a public link is not stored: another person may use the same tab', async () => {
  const path = '/sign/3/contrato'
  const { user } = await begin({ path })
  await draw(user)
  expect(sessionStorage).toHaveLength(0)
  await reload(path)
  expect(canvas()).toHaveAccessibleName('Espacio para dibujar tu firma, vacío')
})

test.each(['{}', 'no JSON', '{"method":"drawn","strokes":"x"}'])('a damaged entry is ignored: %s', (text) => {
  sessionStorage.setItem('trazo-drawing-7', text)
  expect(readDrawing(7)).toBeUndefined()
})

test('only a reload or a restored tab shows the drawing: another person may open the link again', () => {
  const drawing = { method: 'typed', strokes: [], name: 'Ana', face: 'dancing', image: undefined } as const
  const opened = (type: NavigationTimingType) =>
    jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
  for (const type of ['reload', 'back_forward'] as const) {
    storeDrawing(7, { drawing, pen: { color: '#000000', thickness: 3 } })
    opened(type)
    expect(readDrawing(7)?.drawing.name).toBe('Ana')
  }
  opened('navigate')
  expect(readDrawing(7)).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('a full storage loses the drawing without an error', () => {
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const drawing = { method: 'typed', strokes: [], name: 'Ana', face: 'dancing', image: undefined } as const
  storeDrawing(7, { drawing, pen: { color: '#000000', thickness: 3 } })
  expect(readDrawing(7)).toBeUndefined()
  full.mockRestore()
})

test.each(['/sign/3/contrato?token=abc&fieldId=7', '/sign/field/3/contrato/7'])(
  'cancelling the own program returns to the same drawing: %s',
  async (path) => {
    const { user } = await begin({ path })
    await draw(user)
    await user.click(button('Firmar con mi propio programa'))
    await settle(100)
    expect(screen.queryByRole('img', { name: /firma/ })).toBeNull()
    await user.click(button('Cancelar'))
    expect(dialog('Dibuja tu firma')).toBeVisible()
    expect(canvas()).toHaveAccessibleName('Tu firma dibujada')
    expect(button('Continuar')).toBeEnabled()
  },
)
