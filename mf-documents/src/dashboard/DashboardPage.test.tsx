import { screen, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import { type NetworkAnswer, renderInShell, serveFetch, settle } from 'shared/testing'
import { documentWith } from '../testing/documents.ts'
import type { EventWire } from '../testing/event-wire.ts'
import type { FakeApi } from '../testing/fake-files-api.ts'
import { renderDashboard } from '../testing/render-dashboard.tsx'
import { DashboardPage } from './DashboardPage.tsx'

const files = [
  documentWith({ id: 11, original_filename: 'contrato.pdf' }),
  documentWith({ id: 12, original_filename: 'acta.pdf', is_signed: true }),
]
const tab = (name: string) => screen.getByRole('tab', { name })
const editor = () => screen.queryByRole('region', { name: 'document-editor' })
const open = (name: string) => screen.getByRole('button', { name })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('section 2: the dashboard greets the owner by first name', async () => {
  await renderDashboard({ files })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hola, Ana María')
})

test('without a session, the dashboard shows no heading and sends no request', async () => {
  endSession()
  const calls = serveFetch(() => ({ status: 500, body: {} }))
  renderInShell(<DashboardPage />)
  await settle()
  expect(screen.queryByRole('heading')).toBeNull()
  expect(calls).toEqual([])
})

test('section 2: the dashboard shows the four specified tabs and «Plantillas», and selects the documents', async () => {
  await renderDashboard({ files })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Mis Documentos',
    'Subir Documento',
    'Documentos Firmados',
    'URLs de Firma',
    'Plantillas',
  ])
  expect(tab('Mis Documentos')).toHaveAttribute('aria-selected', 'true')
})

test('section 2: the signed tab lists only signed files, and «URLs de Firma» shows the URL generator', async () => {
  const signed = Promise.withResolvers<NetworkAnswer>()
  const { user } = await renderDashboard({
    files,
    answer: ({ url }) => (url.includes('signed=') ? signed.promise : undefined),
  })
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await user.click(tab('Documentos Firmados'))
  expect(screen.queryByRole('listitem')).toBeNull()
  signed.resolve({ status: 200, body: { documents: [files[1]], next_cursor: null } })
  await settle()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(open('acta.pdf')).toBeVisible()
  await user.click(tab('URLs de Firma'))
  expect(screen.getByRole('region', { name: 'url-generator' })).toHaveTextContent('mf_signing')
})

test('the address keeps the selected tab, and the back button returns to the previous tab', async () => {
  const { user } = await renderDashboard({ files }, '/dashboard?tab=firmados')
  expect(tab('Documentos Firmados')).toHaveAttribute('aria-selected', 'true')
  await user.click(tab('Subir Documento'))
  expect(screen.getByRole('button', { name: 'Subir Documento' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Atrás' }))
  expect(tab('Documentos Firmados')).toHaveAttribute('aria-selected', 'true')
})

test('an address with an unknown tab shows the documents', async () => {
  await renderDashboard({ files }, '/dashboard?tab=otra')
  expect(tab('Mis Documentos')).toHaveAttribute('aria-selected', 'true')
  expect(editor()).toBeNull()
})

test('section 2: selecting a file opens it in the document editor; closing the editor shows the list', async () => {
  const { user } = await renderDashboard({ files })
  await user.click(open('contrato.pdf'))
  expect(editor()).toHaveTextContent('"id":11')
  await user.click(open('Cerrar editor'))
  expect(editor()).toBeNull()
  expect(tab('Mis Documentos')).toHaveAttribute('aria-selected', 'true')
})

test('the address of a document opens the editor, and the back button closes the editor', async () => {
  const { user } = await renderDashboard({ files }, '/dashboard?tab=documentos&documento=12')
  expect(editor()).toHaveTextContent('"id":12')
  await user.click(open('Cerrar editor'))
  expect(editor()).toBeNull()
  await user.click(open('contrato.pdf'))
  await user.click(open('Atrás'))
  expect(editor()).toBeNull()
})

test('section 2: changing tab clears the selected file', async () => {
  const { user } = await renderDashboard({ files })
  await user.click(open('contrato.pdf'))
  await user.click(tab('Documentos Firmados'))
  expect(editor()).toBeNull()
  await user.click(tab('Mis Documentos'))
  expect(editor()).toBeNull()
})

test('the editor opens a document that is not in the loaded list, and shows its later changes', async () => {
  const hidden = documentWith({ id: 13, original_filename: 'poder.pdf' })
  const streams: EventWire[] = []
  const api = { files: [...files, hidden], streams }
  await renderDashboard(api, '/dashboard?tab=documentos&buscar=acta&documento=13')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(editor()).toHaveTextContent('"original_filename":"poder.pdf"')
  api.files = [...files, { ...hidden, status: 'PROCESSING' }]
  streams.at(-1)?.send({ kind: 'changed', document_id: 13 })
  await settle()
  expect(editor()).toHaveTextContent('"status":"PROCESSING"')
})

test.each(['99', 'abc'])(
  'when the document %s does not exist, the page shows an error and a button to the list',
  async (id) => {
    const { user } = await renderDashboard({ files }, `/dashboard?buscar=acta&documento=${id}`)
    expect(editor()).toBeNull()
    expect(screen.getByRole('alert')).toHaveTextContent('No encontramos este documento')
    await user.click(open('Ver mis documentos'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(open('acta.pdf')).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Buscar' })).toHaveValue('acta')
  },
)

test('the owner can retry a document that failed to load', async () => {
  let failing = true
  const { user } = await renderDashboard(
    {
      files,
      answer: ({ url }) => (failing && url.endsWith('/files/12/') ? new Error('offline') : undefined),
    },
    '/dashboard?buscar=contrato&documento=12',
  )
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudo abrir el documento')
  failing = false
  await user.click(open('Reintentar'))
  await settle()
  expect(editor()).toHaveTextContent('"id":12')
})

test('when an open document is deleted elsewhere, the editor closes and the page shows an error', async () => {
  const streams: EventWire[] = []
  const api: FakeApi = { files, streams }
  await renderDashboard(api, '/dashboard?documento=12')
  api.files = files.filter(({ id }) => id !== 12)
  streams.at(-1)?.send({ kind: 'deleted', document_id: 12 })
  await settle()
  expect(editor()).toBeNull()
  expect(screen.getByRole('alert')).toHaveTextContent('No encontramos este documento')
})

test('the page preloads the editor when a card gets the pointer or the focus, and not before', async () => {
  const { user, preloaded } = await renderDashboard({ files })
  expect(preloaded).toEqual([])
  await user.hover(open('contrato.pdf'))
  expect(preloaded).toContain('mf_signing')
  preloaded.length = 0
  open('acta.pdf').focus()
  await settle()
  expect(preloaded).toContain('mf_signing')
})

test('the right arrow key moves the focus to the next tab and shows its panel', async () => {
  const { user } = await renderDashboard({ files })
  tab('Mis Documentos').focus()
  await user.keyboard('{ArrowRight}')
  expect(tab('Subir Documento')).toHaveFocus()
  expect(within(screen.getByRole('tabpanel')).getByLabelText('Tipo de documento')).toBeVisible()
})
