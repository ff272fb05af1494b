import { screen, within } from '@testing-library/react'
import { settle } from 'shared/testing'
import { documentWith } from '../../testing/documents.ts'
import type { FakeApi } from '../../testing/fake-files-api.ts'
import { renderDashboard, shownNotifications } from '../../testing/render-dashboard.tsx'

const file = documentWith({ id: 7, description: 'Alquiler', notes: 'Urgente', file_type_id: 1 })
const dialog = () => within(screen.getByRole('dialog', { name: 'Datos del documento' }))

const openDetails = async (api: FakeApi) => {
  const rendered = await renderDashboard(api)
  await rendered.user.click(screen.getByRole('button', { name: /^Datos del documento/ }))
  await settle()
  return rendered
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('the details of a document are those of the upload form, and can be changed', async () => {
  const api: FakeApi = {
    files: [file],
    answer: ({ method, body }) =>
      method === 'PUT' ? { status: 200, body: { ...file, ...(body as object) } } : undefined,
  }
  const { user, calls } = await openDetails(api)
  expect(dialog().getByLabelText('Tipo de documento')).toHaveDisplayValue(/^PDF/)
  expect(dialog().getByLabelText('Descripción')).toHaveValue('Alquiler')
  expect(dialog().getByLabelText('Notas')).toHaveValue('Urgente')

  await user.selectOptions(dialog().getByLabelText('Tipo de documento'), '2')
  await user.clear(dialog().getByLabelText('Descripción'))
  await user.type(dialog().getByLabelText('Descripción'), 'Casa en Heredia')
  await user.clear(dialog().getByLabelText('Notas'))
  await user.click(dialog().getByRole('button', { name: 'Guardar datos' }))
  await settle()
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    url: '/home/api/files/7/details/',
    token: 'access',
    body: { file_type_id: 2, description: 'Casa en Heredia', notes: '' },
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('Casa en Heredia')).toBeVisible()
  expect(shownNotifications()).toEqual([['success', 'Datos del documento guardados']])
})

test('a failed change keeps what was typed and says why; without a type nothing is sent', async () => {
  const { user, calls } = await openDetails({
    files: [file],
    answer: ({ method }) => (method === 'PUT' ? new Error('offline') : undefined),
  })
  await user.selectOptions(dialog().getByLabelText('Tipo de documento'), '')
  await user.type(dialog().getByLabelText('Notas'), ' y largo')
  await user.click(dialog().getByRole('button', { name: 'Guardar datos' }))
  await settle()
  expect(dialog().getByText('Por favor selecciona un tipo de archivo')).toBeVisible()
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false)

  await user.selectOptions(dialog().getByLabelText('Tipo de documento'), '1')
  await user.click(dialog().getByRole('button', { name: 'Guardar datos' }))
  await settle()
  expect(dialog().getByRole('alert')).toHaveTextContent('Error de conexión. Verifica tu internet')
  expect(dialog().getByLabelText('Notas')).toHaveValue('Urgente y largo')
})
