import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderInShell, serveFetch, settle } from 'shared/testing'
import LazyContactsPanel from './ContactsPanel.tsx'

const ana = { id: 5, name: 'Ana Rojas', email: 'ana@example.com' }
const luis = { id: 6, name: 'Luis Mata', email: 'luis@example.com' }

const openPanel = async (answer: () => { status: number; body: unknown }) => {
  const calls = serveFetch(({ method }) => (method === 'DELETE' ? { status: 200, body: { success: true } } : answer()))
  renderInShell(<LazyContactsPanel />)
  await settle()
  return { calls, user: userEvent.setup({ advanceTimers: settle }) }
}
const press = (name: string | RegExp) => screen.getByRole('button', { name })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('without contacts, the panel explains that contacts appear after an invitation', async () => {
  await openPanel(() => ({ status: 200, body: { contacts: [], total: 0 } }))
  expect(screen.getByText('Aparecen cuando invitas a alguien a firmar.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Olvidar todos' })).toBeNull()
})

test('the user removes one contact, and the other contact stays', async () => {
  let contacts = [ana, luis]
  const { user, calls } = await openPanel(() => ({ status: 200, body: { contacts, total: 120 } }))
  expect(screen.getByText('Se muestran 2 de 120')).toBeVisible()
  contacts = [luis]
  await user.click(press('Olvidar a Ana Rojas'))
  await settle()
  expect(calls.find(({ method }) => method === 'DELETE')?.url).toMatch(/\/home\/api\/contacts\/5\/$/)
  expect(screen.queryByText('ana@example.com')).toBeNull()
  expect(screen.getByText('luis@example.com')).toBeVisible()
})

test('the user confirms before the panel removes all contacts', async () => {
  let contacts = [ana, luis]
  const { user, calls } = await openPanel(() => ({ status: 200, body: { contacts, total: contacts.length } }))
  await user.click(press('Olvidar todos'))
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  contacts = []
  const confirm = screen.getAllByRole('button', { name: 'Olvidar todos' }).at(-1)
  if (confirm === undefined) throw new Error('no dialog')
  await user.click(confirm)
  await settle()
  expect(calls.find(({ method }) => method === 'DELETE')?.url).toMatch(/\/home\/api\/contacts\/$/)
  expect(screen.getByText('Todavía no tienes contactos')).toBeVisible()
})

test('a failed request shows an error, and a retry shows the contacts', async () => {
  let answer: { status: number; body: unknown } = { status: 500, body: {} }
  const { user } = await openPanel(() => answer)
  expect(screen.getAllByText('No se pudieron cargar tus contactos')[0]).toBeVisible()
  answer = { status: 200, body: { contacts: [ana], total: 1 } }
  await user.click(press('Reintentar'))
  await settle()
  expect(screen.getByText('Ana Rojas')).toBeVisible()
})
