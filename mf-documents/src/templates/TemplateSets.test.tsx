import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type NetworkAnswer, renderInShell, type SentCall, serveFetch, settle } from 'shared/testing'
import { templateWith } from '../testing/templates.ts'
import { TemplatesTab } from './TemplatesTab.tsx'

const member = (template_id: number, name: string, pages: number) => ({
  template_id,
  name,
  version: 1,
  pages,
  fields: 1,
})
const set = { id: 9, documents: [member(5, 'Contrato', 3), member(6, 'Inventario', 2)] }

const created = {
  ...{ document_id: 77, original_filename: 'Ivo · Contrato.pdf', template_id: 5, version: 2 },
  sending: {
    id: 12,
    documents: [
      { document_id: 77, original_filename: 'Ivo · Contrato.pdf' },
      { document_id: 78, original_filename: 'Ivo · Inventario.pdf' },
    ],
  },
}

const preview = {
  encoding: 'UTF-8',
  separator: ';',
  columns: ['Nombre', 'Correo'],
  mapping: {
    document_name: null,
    people: [{ role: 'r1', name: 0, email: 1, certificate_identification: null }],
    form_fields: [],
  },
  missing: [],
  ...{ rows: 3, ready: 3, problem_rows: 0, documents: 6 },
  problems: [],
  sample: [],
  form_columns: [],
  template_version: 3,
}

const reply = ({ url, method }: SentCall): NetworkAnswer => {
  if (url.includes('/bulk-jobs/')) return { status: 200, body: { jobs: [] } }
  if (url.includes('/bulk-preview/')) return { status: 200, body: preview }
  if (url.endsWith('/documents/')) return { status: 201, body: created }
  if (url.endsWith('/edit/')) return { status: 200, body: { document_id: 90, resumed: false } }
  if (method === 'DELETE') return { status: 200, body: { success: true } }
  return { status: 200, body: { templates: [templateWith({ set, documents: 1 })] } }
}

const open = async () => {
  const calls = serveFetch(reply)
  const onEditFields = jest.fn()
  renderInShell(<TemplatesTab selected={undefined} onOpen={jest.fn()} onDocuments={jest.fn()} {...{ onEditFields }} />)
  await settle()
  const user = userEvent.setup({ advanceTimers: settle })
  const press = async (name: string | RegExp) => {
    await user.click(screen.getByRole('button', { name, hidden: true }))
    await settle()
  }
  return { calls, user, press, onEditFields }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('a set is one card with its documents, all their pages, and the sendings that it made', async () => {
  await open()
  const [card, ...others] = within(screen.getByRole('list', { name: 'Plantillas' })).getAllByRole('listitem')
  expect(others.filter((item) => item.parentElement === card?.parentElement)).toEqual([])
  for (const text of ['2 documentos', 'Contrato e Inventario', '5 páginas']) expect(card).toHaveTextContent(text)
  expect(card).toHaveTextContent('1 envío creado')
})

test('using it asks for each role once, and says that its documents are one sending', async () => {
  const { user, press, calls } = await open()
  await press('Usar plantilla Alquiler')
  expect(screen.getByRole('dialog')).toHaveTextContent('«Alquiler», 2 documentos. Todavía no se envía nada.')
  const name = screen.getByLabelText('Nombre del envío')
  expect(name).toHaveAccessibleDescription('Cada documento agrega el suyo: «… · Contrato».')
  await user.clear(name)
  await user.type(name, 'Ivo')
  await user.type(screen.getByLabelText('Nombre de Arrendatario'), 'Ivo Paz')
  await user.type(screen.getByLabelText('Email de Arrendatario'), 'ivo@example.com')
  await press('Crear documentos')
  expect(calls.find(({ url }) => url.endsWith('/templates/5/documents/'))?.body).toMatchObject({
    name: 'Ivo',
    people: [{ role: 'r1', name: 'Ivo Paz' }],
  })
  expect(screen.getByRole('dialog', { name: 'Documentos creados' })).toHaveTextContent(
    '2 documentos ya tienen sus campos y van en un solo envío: cada persona recibe un correo.',
  )
})

test('the fields of each document are edited in its own template', async () => {
  const { press, calls, onEditFields } = await open()
  await press('Inventario')
  expect(calls.some(({ url }) => url.endsWith('/templates/6/edit/'))).toBe(true)
  expect(onEditFields).toHaveBeenCalledWith(90)
})

test('deleting it names all that is deleted', async () => {
  const { press, calls } = await open()
  await press('Eliminar Alquiler')
  expect(screen.getByRole('dialog')).toHaveTextContent('«Alquiler», sus 2 documentos y sus versiones se borran')
  await press('Eliminar plantilla')
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
    expect.stringContaining('/templates/5/'),
  ])
})

test('a list of people is one row a sending; the review and the last step count documents', async () => {
  const { user, press } = await open()
  await press('Enviar a muchos Alquiler')
  expect(screen.getByText(/^Una fila por envío, con nombre y email de/)).toBeVisible()
  await user.type(screen.getByLabelText(/^O pega las filas/), 'Nombre;Correo')
  await press('Leer filas')
  await press('Revisar filas')
  expect(screen.getByText(/^3 filas listas\./)).toHaveTextContent(
    '3 filas listas. Se crean 6 documentos en 3 envíos; cada documento cuenta en tu límite diario y en tu espacio.',
  )
  await press('Continuar')
  expect(screen.getByText(/^Se crean 6 documentos en 3 envíos y las invitaciones salen/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Enviar 6 documentos' })).toBeVisible()
})
