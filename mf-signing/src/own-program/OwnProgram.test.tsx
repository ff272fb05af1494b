import { act, screen } from '@testing-library/react'
import { endSession } from 'shared/state'
import { settle } from 'shared/testing'
import { dialog } from '../testing/guest-steps.ts'
import { button, openGuestPage } from '../testing/open-guest-page.tsx'
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

test('a certificate that the owner asks for leads straight to it', async () => {
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
