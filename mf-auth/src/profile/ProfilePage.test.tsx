import { screen } from '@testing-library/react'
import { endSession, logIn } from 'shared/state'
import { renderInShell, serveFetch } from 'shared/testing'
import { sessionReply } from '../testing/session-reply.ts'
import { ProfilePage } from './ProfilePage.tsx'

afterEach(() => endSession())

test("section 2: 'Cargando perfil...' until the user is loaded", () => {
  renderInShell(<ProfilePage />)
  expect(screen.getByRole('status')).toHaveTextContent('Cargando perfil...')
})

test('section 3: the read view shows the fields of the user', async () => {
  const user = { ...sessionReply.user, profile: { country: 'Costa Rica', city: 'Heredia', company: '' } }
  serveFetch(({ url }) => ({ status: 200, body: url.includes('profile') ? user : { ...sessionReply, user } }))
  await logIn({ username: 'ana', password: 'secreto-1' })
  renderInShell(<ProfilePage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeVisible()
  const shown = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(shown).toEqual([
    ['Nombre de usuario', 'ana'],
    ['Nombre', 'Ana'],
    ['Apellido', 'Mora'],
    ['Email', 'ana@correo.cr'],
    ['Teléfono', '+506 8888-8888'],
    ['País', 'Costa Rica'],
    ['Ciudad', 'Heredia'],
    ['Empresa', 'Sin indicar'],
  ])
})
