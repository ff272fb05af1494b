import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'shared/router'
import { type NetworkAnswer, renderInShell, serveFetch, settle } from 'shared/testing'
import EmailLinkPage from './EmailLinkPage.tsx'

const openLink = (path: string, answer: NetworkAnswer) => {
  const calls = serveFetch(() => answer)
  renderInShell(
    <Routes>
      <Route path="/email/:step" element={<EmailLinkPage />} />
    </Routes>,
    { path },
  )
  return { calls, user: userEvent.setup({ advanceTimers: settle }) }
}
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('opening the link sends no request, and the button sends the token', async () => {
  const { calls, user } = openLink('/email/confirm#abc', {
    status: 200,
    body: { success: true, email: 'ana@correo.cr' },
  })
  await settle()
  expect(calls).toEqual([])
  await user.click(button('Confirmar email'))
  await settle()
  expect(calls[0]).toMatchObject({ url: '/api/auth/email/confirm/', body: { token: 'abc' } })
  expect(screen.getByText('Listo: ana@correo.cr es el email confirmado de tu cuenta.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirmar email' })).toBeNull()
})

test.each<[string, NetworkAnswer, string]>([
  [
    "shows the server's reason",
    { status: 400, body: { code: 'VALIDATION', message: 'El enlace venció.' } },
    'El enlace venció.',
  ],
  ['without a reason says what to do', { status: 500, body: '' }, 'No se pudo abrir el enlace. Intenta de nuevo.'],
])('a refused link %s, and the user can retry', async (_case, answer, message) => {
  const { calls, user } = openLink('/email/undo#abc', answer)
  await user.click(button('Deshacer el cambio'))
  await settle()
  expect(screen.getByRole('alert')).toHaveTextContent(message)
  await user.click(button('Deshacer el cambio'))
  await settle()
  expect(calls.map(({ url }) => url)).toEqual(['/api/auth/email/undo/', '/api/auth/email/undo/'])
})
