import { act, screen, waitFor } from '@testing-library/react'
import { endSession } from 'shared/state'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { button, openEditor, sent, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const role = { key: '7', name: 'Firmante 1', signer: 'Ana Mora', is_owner: false, fields: 1, form_fields: 3 }
const draft = { roles: [role], message: '', from_form: false, origin: null }
const template = (change: object = {}) => ({
  id: 5,
  name: 'Alquiler',
  version: 1,
  mode: 'electronic',
  pages: 3,
  sha256: 'a'.repeat(64),
  created_at: '2026-01-31T18:00:00.000Z',
  updated_at: '2026-01-31T18:00:00.000Z',
  documents: 0,
  roles: [],
  order: 'parallel',
  message: '',
  form_field_count: 0,
  fields: [],
  form_fields: [],
  ...change,
})

const open = async (answer: (call: SentCall) => NetworkAnswer | undefined) => {
  const opened = await openEditor({ fields: [storedField()], answer })
  await screen.findAllByText('Ana Mora')
  await opened.user.click(button('Guardar como plantilla'))
  return opened
}

const answers =
  (given: object = draft, saved: NetworkAnswer = { status: 201, body: template() }) =>
  ({ url, method }: SentCall): NetworkAnswer | undefined => {
    if (url.includes('template-draft')) return { status: 200, body: given }
    return method === 'POST' && url.includes('/templates/') ? saved : undefined
  }

test('a document of a sending is saved with its companions, which are named with their fields', async () => {
  const together = [
    { document_id: 3, name: 'Contrato.pdf', fields: 2 },
    { document_id: 4, name: 'Inventario.pdf', fields: 0 },
  ]
  const documents = ['Contrato', 'Inventario'].map((name, index) => ({
    ...{ template_id: 5 + index, name, version: 1, pages: 1, fields: 1 },
  }))
  const saved = { status: 201, body: template({ set: { id: 9, documents } }) }
  const { user } = await open(answers({ ...draft, together }, saved))
  expect(await screen.findByText('Se guardan juntos los 2 documentos de este envío')).toBeVisible()
  expect(screen.getByText('Contrato.pdf: 2 campos')).toBeVisible()
  expect(screen.getByText('Inventario.pdf: sin campos de firma')).toBeVisible()
  await user.click(button('Guardar plantilla'))
  expect(await toast('Se guardó la plantilla «Alquiler», con 2 documentos. Está en «Plantillas».')).toBeVisible()
})

test('each signer becomes a role that the owner names', async () => {
  const { user, calls } = await open(answers())
  const name = await screen.findByLabelText('Rol 1')
  expect(screen.getByText('Ahora firma Ana Mora · 1 campo · 3 campos para llenar')).toBeVisible()
  await user.clear(name)
  await user.click(button('Guardar plantilla'))
  expect(await screen.findByText('Ponle un nombre a este rol, por ejemplo «Arrendatario»')).toBeVisible()
  await user.type(name, 'Arrendatario')
  await user.click(button('Guardar plantilla'))
  expect(await toast('Se guardó la plantilla «Alquiler», versión 1. Está en «Plantillas».')).toBeVisible()
  expect(sent(calls, 'POST', '/templates/').map(({ body }) => body)).toMatchObject([
    { document_id: 3, roles: [{ key: '7', name: 'Arrendatario' }], message: '' },
  ])
})

test('a document from a template becomes the next version of the template', async () => {
  const origin = { template_id: 5, name: 'Alquiler', version: 1, newest: 2 }
  const saved = { status: 200, body: template({ version: 3 }) }
  const { user, calls } = await open(answers({ ...draft, origin }, saved))
  expect(await screen.findByLabelText('Guardar como versión 3 de «Alquiler»')).toBeChecked()
  expect(screen.queryByLabelText('Nombre de la plantilla')).toBeNull()
  await user.click(button('Guardar plantilla'))
  await waitFor(() =>
    expect(sent(calls, 'POST', '/templates/5/versions/').map(({ body }) => body)).toMatchObject([{ version: 2 }]),
  )
})

test('when the origin template was deleted, the document becomes a new template', async () => {
  const origin = { template_id: 5, name: 'Alquiler', version: 1, newest: null }
  await open(answers({ ...draft, origin }))
  expect(await screen.findByLabelText('Nombre de la plantilla')).toBeVisible()
})

test('the dialog shows that a document without fields cannot become a template', async () => {
  const { user } = await open(answers({ ...draft, roles: [] }))
  expect(await screen.findByText('Falta decir dónde se firma')).toBeVisible()
  await user.click(button('Volver al documento'))
  expect(screen.queryByText('Falta decir dónde se firma')).toBeNull()
})

test('the dialog shows a refusal and keeps the typed message', async () => {
  const message = 'Ya tienes 200 plantillas. Elimina una que no uses para guardar otra.'
  const { user } = await open(answers(draft, { status: 409, body: { code: 'TEMPLATES_FULL', message } }))
  await user.type(await screen.findByLabelText('Mensaje personal (opcional)'), 'Hola')
  await user.click(button('Guardar plantilla'))
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('Mensaje personal (opcional)')).toHaveValue('Hola')
})

test('the owner can reload a template draft that could not be loaded', async () => {
  let failing = true
  const { user } = await open((call) =>
    failing && call.url.includes('template-draft') ? { status: 503, body: {} } : answers()(call),
  )
  expect(await screen.findByText('No se pudo preparar la plantilla')).toBeVisible()
  failing = false
  await user.click(button('Reintentar'))
  expect(await screen.findByLabelText('Rol 1')).toBeVisible()
})
