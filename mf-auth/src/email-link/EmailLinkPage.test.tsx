import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'shared/router'
import { endSession } from 'shared/state'
import { logIn } from 'shared/state/account'
import { type NetworkAnswer, renderInShell, sampleSession, sampleUser, serveFetch, settle } from 'shared/testing'
import EmailLinkPage from './EmailLinkPage.tsx'

const openLink = (path: string, answer: NetworkAnswer) => {
  endSession()
  const calls = serveFetch(({ url }) => {
    if (url.includes('/login/')) return { status: 200, body: sampleSession }
    return url.includes('/profile/') ? { status: 200, body: sampleUser } : answer
  })
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

const address = { id: 5, email: 'ana@oficina.cr', confirmed_at: '2026-02-03T18:00:00.000Z', expires_at: null }

test('another address is confirmed with a session, and asks for one without losing the link', async () => {
  const { calls, user } = openLink('/email/add#abc', { status: 200, body: address })
  await settle()
  expect(screen.getByRole('link', { name: 'Iniciar sesión en otra pestaña' })).toHaveAttribute('target', '_blank')
  expect(screen.queryByRole('button', { name: 'Agregar a mi cuenta' })).toBeNull()
  await act(() => logIn({ username: 'ana', password: 'secreto-1' }))
  await settle()
  expect(screen.getByText('Cuenta:')).toHaveTextContent('Cuenta: ana')
  await user.click(button('Agregar a mi cuenta'))
  await settle()
  expect(calls.at(-1)).toMatchObject({ url: '/api/auth/addresses/confirm/', token: 'access', body: { token: 'abc' } })
  expect(screen.getByText('Listo: ana@oficina.cr es una dirección de tu cuenta.')).toBeVisible()
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
