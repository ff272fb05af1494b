import { act, screen } from '@testing-library/react'
import type { User } from 'shared/contract'
import { currentSession } from 'shared/state'
import { logIn } from 'shared/state/account'
import { type NetworkAnswer, serveFetch, sampleSession as sessionReply, settle } from 'shared/testing'
import { renderPage, shownNotifications } from '../testing/render-page.tsx'
import ProfilePage from './ProfilePage.tsx'

const ana: User = { ...sessionReply.user, profile: { country: 'Costa Rica', city: 'Heredia', company: '' } }
const changed: User = { ...ana, phone: '+506 7', profile: { ...ana.profile, company: 'Tinta S. A.' } }

const openProfile = async (answer: NetworkAnswer = new Error('nothing should be saved')) => {
  const calls = serveFetch(({ url, method }) => {
    if (method === 'PUT') return answer
    return { status: 200, body: url.includes('profile') ? ana : { ...sessionReply, user: ana } }
  })
  const user = renderPage('/profile', ProfilePage)
  await act(() => logIn({ username: 'ana', password: 'secreto-1' }))
  await settle()
  return { user, calls }
}

const press = (name: string) => screen.getByRole('button', { name })
const shown = () => screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test("section 2: the page shows 'Cargando perfil...' until the user is loaded", () => {
  renderPage('/profile', ProfilePage)
  expect(screen.getByText('Cargando perfil...')).toBeVisible()
})

test('section 3: the read view shows the fields of the user', async () => {
  await openProfile()
  expect(screen.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeVisible()
  expect(shown()).toEqual([
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

test('section 4: cancelling restores the loaded values', async () => {
  const { user, calls } = await openProfile()
  const before = shown()
  await user.click(press('Editar'))
  expect(screen.getByLabelText('Nombre')).toHaveFocus()
  await user.clear(screen.getByLabelText('Nombre'))
  await user.type(screen.getByLabelText('Ciudad'), ' Centro')
  await user.click(press('Cancelar'))
  expect(shown()).toEqual(before)
  expect(press('Editar')).toHaveFocus()
  await user.click(press('Editar'))
  expect(screen.getByLabelText('Nombre')).toHaveValue('Ana')
  expect(screen.getByLabelText('Ciudad')).toHaveValue('Heredia')
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
})

test('section 2: saving shows the new values and a notification, and updates the stored user', async () => {
  const { user, calls } = await openProfile({ status: 200, body: changed })
  await user.click(press('Editar'))
  await user.clear(screen.getByLabelText('Teléfono'))
  await user.type(screen.getByLabelText('Teléfono'), '+506 7')
  await user.type(screen.getByLabelText('Empresa'), 'Tinta S. A.')
  await user.click(press('Guardar'))
  await settle()
  expect(calls.at(-1)).toMatchObject({ method: 'PUT', url: '/api/auth/profile/detail/', token: 'access' })
  expect(calls.at(-1)?.body).toEqual({
    first_name: 'Ana',
    last_name: 'Mora',
    phone: '+506 7',
    profile: { country: 'Costa Rica', city: 'Heredia', company: 'Tinta S. A.' },
  })
  expect(shownNotifications()).toEqual([['success', 'Perfil actualizado exitosamente']])
  expect(shown()).toContainEqual(['Empresa', 'Tinta S. A.'])
  expect(press('Editar')).toHaveFocus()
  expect(currentSession()).toMatchObject({ user: changed })
})

test.each([
  ['Nombre', '', 'El nombre es requerido'],
  ['Apellido', '', 'El apellido es requerido'],
  ['Teléfono', '', 'El teléfono es requerido'],
])(
  'section 5: the profile applies the registration rules: %s = "%s" shows the warning "%s"',
  async (label, text, message) => {
    const { user, calls } = await openProfile()
    await user.click(press('Editar'))
    await user.clear(screen.getByLabelText(label))
    if (text) await user.type(screen.getByLabelText(label), text)
    await user.click(press('Guardar'))
    await settle()
    expect(shownNotifications()).toEqual([['warning', message]])
    expect(screen.getByLabelText(label)).toHaveFocus()
    expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid')
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
  },
)

test.each([
  [{ status: 400, body: '' }, 'No se pudo actualizar el perfil'],
  [{ status: 500, body: '' }, 'Error al actualizar el perfil'],
  [new Error('offline'), 'Error de conexión. Verifica tu internet'],
])('section 8, profile: the answer %p shows the error "%s", and the form keeps its values', async (answer, message) => {
  const { user } = await openProfile(answer)
  await user.click(press('Editar'))
  await user.type(screen.getByLabelText('Ciudad'), ' Centro')
  await user.click(press('Guardar'))
  await settle()
  expect(shownNotifications()).toEqual([['error', message]])
  expect(screen.getByLabelText('Ciudad')).toHaveValue('Heredia Centro')
})

test('section 8, profile: the form shows a server error about a nested field at that field', async () => {
  const body = { code: 'VALIDATION', message: 'Hay datos que corregir.', fields: { 'profile.city': 'Muy larga' } }
  const { user } = await openProfile({ status: 400, body })
  await user.click(press('Editar'))
  await user.click(press('Guardar'))
  await settle()
  expect(shownNotifications()).toEqual([['error', 'Muy larga']])
  expect(screen.getByLabelText('Ciudad')).toHaveAccessibleDescription('Muy larga')
  expect(screen.getByLabelText('Ciudad')).toHaveFocus()
})
