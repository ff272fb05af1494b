import { screen, within } from '@testing-library/react'
import type { NetworkAnswer } from 'shared/testing'
import { settle } from 'shared/testing'
import { documentWith } from '../../testing/documents.ts'
import type { FakeApi } from '../../testing/fake-files-api.ts'
import { renderDashboard, shownNotifications } from '../../testing/render-dashboard.tsx'

const QUESTION = '¿Estás seguro de que deseas eliminar este documento?'
const names = ['uno.pdf', 'dos.pdf', 'tres.pdf']
const files = names.map((original_filename, index) => documentWith({ id: index + 1, original_filename }))
const refusal = {
  status: 403,
  body: {
    error_code: 'DELETE_FORBIDDEN',
    error_type: 'PERMISSION_ERROR',
    title: 'Sin permiso',
    message: 'El documento es de otra persona',
    suggestion: '',
    timestamp: '2026-01-31T18:00:00.000Z',
    user_action_required: false,
  },
}
const button = (name: string) => screen.getByRole('button', { name })
const deleteItem = (name: string) =>
  within(screen.getByRole('group', { name: `Acciones de ${name}` })).getByRole('button', { name: 'Eliminar' })
const shown = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

const withDeletions = () => {
  const open: ((answer: NetworkAnswer) => void)[] = []
  const api: FakeApi = {
    files,
    answer: ({ method }) =>
      method === 'DELETE' ? new Promise<NetworkAnswer>((resolve) => open.push(resolve)) : undefined,
  }
  const answer = async (index: number, given: NetworkAnswer, id?: number) => {
    if (id !== undefined) api.files = api.files.filter((file) => file.id !== id)
    open[index]?.(given)
    await settle()
  }
  return { api, answer, open }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('section 5: the page asks for confirmation before a deletion, and the owner can cancel', async () => {
  const { user, calls } = await renderDashboard({ files })
  await user.click(deleteItem('dos.pdf'))
  expect(screen.getByRole('dialog', { name: QUESTION })).toHaveTextContent('dos.pdf')
  await user.click(button('Cancelar'))
  expect(screen.queryByText(QUESTION)).toBeNull()
  expect(shown()).toEqual(names)
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
})

test('section 8: a confirmed deletion removes the card, focuses the next card and notifies success', async () => {
  const { api, answer } = withDeletions()
  const { user, calls } = await renderDashboard(api)
  await user.click(deleteItem('dos.pdf'))
  await user.click(button('Eliminar documento'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(shown()).toEqual(['uno.pdf', 'tres.pdf'])
  expect(button('tres.pdf')).toHaveFocus()
  expect(shownNotifications()).toEqual([])
  await answer(0, { status: 200, body: { success: true } }, 2)
  expect(calls.find(({ method }) => method === 'DELETE')).toMatchObject({
    url: '/home/api/files/2/delete_file/',
    token: 'access',
  })
  expect(shownNotifications()).toEqual([['success', 'Documento eliminado correctamente']])
  expect(shown()).toEqual(['uno.pdf', 'tres.pdf'])
})

test('section 8: after a refused deletion the card returns to its place, and the page shows the reason', async () => {
  const { api, answer } = withDeletions()
  const { user } = await renderDashboard(api)
  await user.click(deleteItem('dos.pdf'))
  await user.click(button('Eliminar documento'))
  await answer(0, refusal)
  expect(shown()).toEqual(names)
  expect(shownNotifications()).toEqual([['error', 'Sin permiso: El documento es de otra persona']])
  expect(button('tres.pdf')).toHaveFocus()
})

test('section 8: when the network fails, the card returns and the page shows the standard text', async () => {
  const { api, answer } = withDeletions()
  const { user } = await renderDashboard(api)
  await user.click(deleteItem('uno.pdf'))
  await user.click(button('Eliminar documento'))
  await answer(0, new Error('offline'))
  expect(shown()).toEqual(names)
  expect(shownNotifications()).toEqual([['error', 'No se pudo eliminar el documento']])
})

test('two simultaneous deletions succeed or fail independently', async () => {
  const { api, answer } = withDeletions()
  const { user } = await renderDashboard(api)
  for (const name of ['uno.pdf', 'dos.pdf']) {
    await user.click(deleteItem(name))
    await user.click(button('Eliminar documento'))
  }
  expect(shown()).toEqual(['tres.pdf'])
  await answer(1, { status: 200, body: { success: true } }, 2)
  await answer(0, refusal)
  expect(shown()).toEqual(['uno.pdf', 'tres.pdf'])
  expect(shownNotifications().map(([type]) => type)).toEqual(['error', 'success'])
})

test('reloading the list before the deletion is answered does not restore the card', async () => {
  const { api, answer } = withDeletions()
  const { user } = await renderDashboard(api)
  await user.click(deleteItem('uno.pdf'))
  await user.click(button('Eliminar documento'))
  await user.click(screen.getByRole('tab', { name: 'Documentos Firmados' }))
  await settle()
  await user.click(screen.getByRole('tab', { name: 'Mis Documentos' }))
  await settle()
  expect(shown()).toEqual(['dos.pdf', 'tres.pdf'])
  await answer(0, { status: 200, body: { success: true } }, 1)
  expect(shown()).toEqual(['dos.pdf', 'tres.pdf'])
})

test('deleting the last card shows the empty list and moves the focus there', async () => {
  const [only] = files
  const { user } = await renderDashboard({ files: only ? [only] : [] })
  await user.click(deleteItem('uno.pdf'))
  await user.click(button('Eliminar documento'))
  expect(screen.getByText('Aún no tienes documentos')).toBeVisible()
  expect(document.activeElement).toContainElement(screen.getByText('Aún no tienes documentos'))
})
