import { screen, within } from '@testing-library/react'
import type { FileStatus } from 'shared/contract'
import { settle } from 'shared/testing'
import { documentWith } from '../testing/documents.ts'
import { renderDashboard, shownNotifications } from '../testing/render-dashboard.tsx'

const QUESTION = '¿Estás seguro de que deseas eliminar este documento?'
const button = (name: string) => screen.getByRole('button', { name })
const isList = ({ method, url }: { method: string; url: string }) => method === 'GET' && url === '/home/api/files/'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('section 2: a card shows name, description, size in MB, upload date and status', async () => {
  await renderDashboard({ files: [documentWith({ description: 'Alquiler del local' })] })
  const card = within(screen.getByRole('listitem'))
  expect(card.getByRole('button', { name: 'contrato.pdf' })).toBeVisible()
  expect(card.getByText('Alquiler del local')).toBeVisible()
  expect(card.getByText(/^1,25\sMB$/)).toBeVisible()
  expect(card.getByText('31 ene 2026')).toHaveAttribute('datetime', '2026-01-31T18:00:00.000Z')
  expect(card.getByText('Subido')).toBeVisible()
  expect(card.queryByText('✓ Firmado')).toBeNull()
})

test.each<[FileStatus, string, string]>([
  ['UPLOADED', 'Subido', 'info'],
  ['PROCESSING', 'Procesando', 'warning'],
  ['COMPLETED', 'Completado', 'success'],
  ['FAILED', 'Fallido', 'error'],
  ['CANCELLED', 'Cancelado', 'neutral'],
])('section 4: %s reads "%s", with a style and an icon of its own', async (status, word, style) => {
  await renderDashboard({ files: [documentWith({ status })] })
  const badge = screen.getByText(word)
  expect(badge).toHaveClass(style)
  expect(badge.querySelector('svg')).toBeInTheDocument()
})

test("section 2: a signed file has the '✓ Firmado' badge, and the card tells how many have signed", async () => {
  await renderDashboard({
    files: [
      documentWith({ id: 1, is_signed: true, fields_total: 2, fields_signed: 2 }),
      documentWith({ id: 2, fields_total: 3, fields_signed: 1 }),
      documentWith({ id: 3 }),
    ],
  })
  const [signed, waiting, untouched] = screen.getAllByRole('listitem').map((item) => within(item))
  expect(signed?.getByText('✓ Firmado')).toBeVisible()
  expect(signed?.getByText('2 de 2 firmas')).toBeVisible()
  expect(waiting?.getByText('1 de 3 firmas')).toBeVisible()
  expect(untouched?.queryByText(/firmas?$/)).toBeNull()
})

test('while the first list is on its way, that is said', async () => {
  const never = new Promise<never>(() => undefined)
  await renderDashboard({ files: [], answer: (call) => (isList(call) ? never : undefined) })
  expect(screen.getByRole('status')).toHaveTextContent('Cargando documentos…')
})

test('an empty list leads to the upload', async () => {
  const { user } = await renderDashboard({ files: [] })
  expect(screen.getByText('Aún no tienes documentos')).toBeVisible()
  await user.click(button('Subir mi primer documento'))
  expect(screen.getByRole('tab', { name: 'Subir Documento' })).toHaveAttribute('aria-selected', 'true')
})

test('an empty signed list says what will stand there', async () => {
  await renderDashboard({ files: [documentWith()] }, '/dashboard?tab=firmados')
  expect(screen.getByText('Aún no tienes documentos firmados')).toBeVisible()
})

test('section 8: a list that cannot be loaded says so, and can be asked for again', async () => {
  let failing = true
  const { user } = await renderDashboard({
    files: [documentWith()],
    answer: (call) => (failing && isList(call) ? { status: 500, body: {} } : undefined),
  })
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudieron cargar tus documentos')
  failing = false
  await user.click(button('Reintentar'))
  await settle()
  expect(button('contrato.pdf')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('section 5: a deletion asks first, and can be called off', async () => {
  const { user, calls } = await renderDashboard({ files: [documentWith()] })
  await user.click(button('Eliminar contrato.pdf'))
  expect(screen.getByRole('dialog', { name: QUESTION })).toHaveTextContent('contrato.pdf')
  await user.click(button('Cancelar'))
  expect(screen.queryByText(QUESTION)).toBeNull()
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
})

test('section 8: a confirmed deletion takes the card away and says so', async () => {
  const files = [documentWith({ id: 11 }), documentWith({ id: 12, original_filename: 'acta.pdf' })]
  const { user, calls } = await renderDashboard({ files })
  await user.click(button('Eliminar contrato.pdf'))
  await user.click(button('Eliminar documento'))
  await settle()
  expect(calls.find(({ method }) => method === 'DELETE')).toMatchObject({
    url: '/home/api/files/11/delete_file/',
    token: 'access',
  })
  expect(shownNotifications()).toEqual([['success', 'Documento eliminado correctamente']])
  expect(screen.queryByRole('button', { name: 'contrato.pdf' })).toBeNull()
  expect(button('acta.pdf')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Mis Documentos' })).toHaveFocus()
})

test('section 8: a refused deletion keeps the card and says why', async () => {
  const refusal = {
    error_code: 'DELETE_FORBIDDEN',
    error_type: 'PERMISSION_ERROR',
    title: 'Sin permiso',
    message: 'El documento es de otra persona',
    suggestion: '',
    timestamp: '2026-01-31T18:00:00.000Z',
    user_action_required: false,
  }
  const { user } = await renderDashboard({
    files: [documentWith()],
    answer: ({ method }) => (method === 'DELETE' ? { status: 403, body: refusal } : undefined),
  })
  await user.click(button('Eliminar contrato.pdf'))
  await user.click(button('Eliminar documento'))
  await settle()
  expect(shownNotifications()).toEqual([['error', 'Sin permiso: El documento es de otra persona']])
  expect(button('contrato.pdf')).toBeVisible()
})

describe('download', () => {
  const save = jest.fn<void, [string, string]>()
  beforeEach(() => {
    save.mockClear()
    Object.assign(URL, { createObjectURL: () => 'blob:pdf', revokeObjectURL: () => undefined })
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      save(this.href, this.download)
    })
  })
  afterEach(() => jest.restoreAllMocks())

  test('saves the newest revision under its own name, with the bearer in a header', async () => {
    const { user, calls } = await renderDashboard({ files: [documentWith()] })
    await user.click(button('Descargar contrato.pdf'))
    await settle()
    expect(calls.at(-1)).toMatchObject({ url: '/home/api/files/11/public_download', token: 'access' })
    expect(save).toHaveBeenCalledWith('blob:pdf', 'contrato.pdf')
  })

  test('a failure is told', async () => {
    const { user } = await renderDashboard({
      files: [documentWith()],
      answer: ({ url }) => (url.endsWith('public_download') ? new Error('offline') : undefined),
    })
    await user.click(button('Descargar contrato.pdf'))
    await settle()
    expect(shownNotifications()).toEqual([['error', 'Error de conexión. Verifica tu internet']])
    expect(save).not.toHaveBeenCalled()
  })
})
