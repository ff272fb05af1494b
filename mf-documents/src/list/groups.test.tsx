import { screen, within } from '@testing-library/react'
import { settle } from 'shared/testing'
import { documentWith } from '../testing/documents.ts'
import { isList } from '../testing/fake-files-api.ts'
import { renderDashboard } from '../testing/render-dashboard.tsx'

const waiting = documentWith({
  id: 1,
  original_filename: 'mio.pdf',
  uploaded_at: '2026-01-03T18:00:00.000Z',
  waits_for: 'owner',
  fields_total: 1,
})
const sent = documentWith({
  id: 2,
  original_filename: 'ajeno.pdf',
  description: 'Alquiler',
  uploaded_at: '2026-01-02T18:00:00.000Z',
  status: 'PROCESSING',
  waits_for: 'others',
  fields_total: 1,
  signers: [{ field_id: 5, name: 'Ana Mora', invited_at: '2026-01-02T18:00:00.000Z', signed_at: null }],
})
const done = documentWith({
  id: 3,
  original_filename: 'listo.pdf',
  uploaded_at: '2026-01-01T18:00:00.000Z',
  status: 'COMPLETED',
  is_signed: true,
})
const files = [waiting, sent, done]
const group = (name: RegExp) => screen.getByRole('button', { name })
const shown = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const open = (name: string) => screen.getByRole('button', { name })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('the groups show counts and filter the list, and the back button removes the filter', async () => {
  const { user } = await renderDashboard({ files })
  const names = within(screen.getByRole('group', { name: 'Grupos' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Todos3', 'Esperan tu firma1', 'Esperan a otros1', 'Completados1'])
  await user.click(group(/^Esperan a otros/))
  expect(shown()).toEqual(['ajeno.pdf'])
  expect(group(/^Esperan a otros/)).toHaveAttribute('aria-pressed', 'true')
  await user.click(screen.getByRole('button', { name: 'Atrás' }))
  expect(shown()).toEqual(['mio.pdf', 'ajeno.pdf', 'listo.pdf'])
})

test('an empty group shows a message and a button that returns to all documents', async () => {
  const { user } = await renderDashboard({ files: [done] }, '/dashboard?grupo=tu-firma')
  expect(screen.getByRole('heading', { name: 'Ningún documento espera tu firma' })).toBeVisible()
  await user.click(open('Ver todos los documentos'))
  expect(shown()).toEqual(['listo.pdf'])
})

test('the list view shows name, status, signers, date and next step, and is saved in the account', async () => {
  const { user, calls } = await renderDashboard({ files })
  await user.click(open('Ver como lista'))
  expect(calls.at(-1)).toMatchObject({ method: 'PUT', body: { documents_view: 'list' } })
  const row = screen.getAllByRole('listitem')[1]
  expect(row).toHaveTextContent('ajeno.pdf')
  expect(row).toHaveTextContent('Alquiler')
  expect(row).toHaveTextContent('Procesando')
  expect(row).toHaveTextContent('0 de 1 firma: Ana Mora')
  expect(row).toHaveTextContent('Subido el 2 ene 2026')
  expect(row).toHaveTextContent('Siguiente paso: Espera a Ana Mora')
  expect(screen.getAllByRole('listitem')[2]).toHaveTextContent('✓ Firmado')
  expect(open('Ver como lista')).toHaveAttribute('aria-pressed', 'true')
})

test('arrow keys move between documents, Enter opens a document, and / focuses the search', async () => {
  const { user } = await renderDashboard({ files })
  await user.click(open('Ver como lista'))
  open('mio.pdf').focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(open('listo.pdf')).toHaveFocus()
  await user.keyboard('{Home}{ArrowDown}')
  expect(open('ajeno.pdf')).toHaveFocus()
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Buscar' })).toHaveFocus()
  await user.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Buscar' })).toHaveValue('/')
  open('ajeno.pdf').focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('region', { name: 'document-editor' })).toHaveTextContent('"id":2')
})

test('a visit requests the list once', async () => {
  const { calls } = await renderDashboard({ files, streams: [], eventsAt: 'a.1' })
  await settle(1000)
  expect(calls.filter(isList)).toHaveLength(1)
})

test('the live region stays in the page and follows the selected tab', async () => {
  const { user } = await renderDashboard({ files })
  const said = within(screen.getByRole('tabpanel')).getByRole('status')
  expect(said).toHaveTextContent('3 documentos')
  await user.click(screen.getByRole('tab', { name: 'Documentos Firmados' }))
  expect(said).toHaveTextContent('1 documento')
  await user.click(screen.getByRole('tab', { name: 'URLs de Firma' }))
  expect(said).toBeEmptyDOMElement()
  await user.click(screen.getByRole('tab', { name: 'Mis Documentos' }))
  expect(said).toHaveTextContent('3 documentos')
})
