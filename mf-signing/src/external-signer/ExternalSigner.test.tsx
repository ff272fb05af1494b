import { act, screen } from '@testing-library/react'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import { drawStroke } from '../testing/draw-stroke.ts'
import { refusal } from '../testing/fake-api.ts'
import { begin, dialog, identify } from '../testing/guest-steps.ts'
import { button, callsTo, openGuestPage } from '../testing/open-guest-page.tsx'
import { stubDom } from '../testing/stub-dom.ts'
import { storedField } from '../testing/wire.ts'

stubDom()
beforeEach(() => {
  jest.useFakeTimers()
  window.innerWidth = 1280
})
afterEach(() => {
  act(() => endSession())
  jest.useRealTimers()
})

test('a field that requires a certificate opens the dialog for the own program directly', async () => {
  const signature_field = storedField({ page: 2, certificate_identification: '01-0234-0567' })
  const { user } = openGuestPage({ reply: { signature_field }, advanceTimers: settle })
  await settle(500)
  await user.click(button('Agregar Firma Digital'))
  await settle(100)
  const own = dialog('Firmar con mi propio programa')
  expect(own).toHaveTextContent('lleve la identificación 01-0234-0567')
  expect(screen.queryByText('Revisa dónde va tu firma')).toBeNull()
  await user.click(button('Cancelar'))
  expect(button('Agregar Firma Digital')).toBeEnabled()
})

test('a guest of a public link identifies first, and identifies again after the session expires', async () => {
  const { user, calls } = await begin({
    path: '/sign/field/3/contrato/7',
    answer: ({ url }) => (url.includes('/copy') ? refusal(401, 'SESSION_EXPIRED', 'La sesión venció') : undefined),
  })
  await user.click(button('Continuar'))
  drawStroke()
  await user.click(button('Firmar con mi propio programa'))
  await settle(100)
  expect(screen.getByText(/tienes 15 minutos para descargar/)).toBeVisible()
  expect(callsTo(calls, 'agent-sessions')).toHaveLength(0)
  await identify(user)
  await settle(100)
  expect(callsTo(calls, 'agent-sessions')[0]?.body).toMatchObject({ field_id: 7, name: 'Eva Rojas' })
  const own = dialog('Firmar con mi propio programa')
  expect(own).toHaveTextContent('Descarga')
  await user.click(button('Descargar para firmar'))
  await settle(100)
  expect(screen.getByRole('alert')).toHaveTextContent('Pasaron los 15 minutos')
  expect(screen.getByLabelText('Nombre')).toHaveValue('Eva Rojas')
  await user.click(button('Autenticar'))
  await settle(100)
  expect(callsTo(calls, 'agent-sessions')).toHaveLength(2)
  await user.click(button('Cancelar'))
  expect(dialog('Dibuja tu firma')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Tu firma dibujada' })).toBeVisible()
  await user.click(button('Cancelar'))
  expect(button('Agregar Firma Digital')).toBeEnabled()
})

test.each([
  ['a phone folds the own program under other ways to sign', true],
  ['a computer offers it at once', false],
])('%s', async (_what, isPhone) => {
  const matchMedia = (query: string) => ({
    matches: isPhone && query.includes('pointer: coarse'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: matchMedia })
  const { user } = await begin()
  await user.click(button('Continuar'))
  const fold = screen.queryByText('Otras formas de firmar')
  if (fold) {
    expect(fold.closest('details')).not.toHaveAttribute('open')
    await user.click(fold)
  }
  expect(fold !== null).toBe(isPhone)
  await user.click(button('Firmar con mi propio programa'))
  await settle(100)
  expect(dialog('Firmar con mi propio programa')).toBeVisible()
  Reflect.deleteProperty(window, 'matchMedia')
})
