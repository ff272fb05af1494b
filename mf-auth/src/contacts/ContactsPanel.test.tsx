import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderInShell, serveFetch, settle } from 'shared/testing'
import LazyContactsPanel from './ContactsPanel.tsx'

const ana = { id: 5, name: 'Ana Rojas', email: 'ana@example.com' }
const luis = { id: 6, name: 'Luis Mata', email: 'luis@example.com' }

/** What every change answers. */
const changed = { success: true, ...ana }

interface Answer {
  readonly status: number
  readonly body: unknown
}

const openPanel = async (answer: () => Answer, change: unknown = changed, refusal?: Answer) => {
  const calls = serveFetch(({ method }) => (method !== 'GET' ? (refusal ?? { status: 200, body: change }) : answer()))
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

test('the search asks the server, and a search without results keeps its field', async () => {
  let body = { contacts: [ana, luis], total: 2 }
  const { user, calls } = await openPanel(() => ({ status: 200, body }))
  body = { contacts: [], total: 0 }
  await user.type(screen.getByRole('searchbox', { name: 'Buscar contacto' }), 'zoé')
  await settle()
  expect(calls.at(-1)?.url).toContain(`q=${encodeURIComponent('zoé')}`)
  expect(screen.getByText('Ningún contacto coincide con lo que buscas')).toBeVisible()
  expect(screen.getByRole('searchbox', { name: 'Buscar contacto' })).toHaveFocus()
})

test('the user adds a contact, and an invalid address is refused at its field', async () => {
  let contacts = [luis]
  const { user, calls } = await openPanel(() => ({ status: 200, body: { contacts, total: contacts.length } }))
  await user.click(press('Agregar contacto'))
  await user.type(screen.getByLabelText('Nombre'), 'Ana Rojas')
  await user.type(screen.getByLabelText('Email'), 'ana@')
  await user.click(press('Agregar'))
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  expect(screen.getByLabelText('Email')).toBeInvalid()
  contacts = [ana, luis]
  await user.type(screen.getByLabelText('Email'), 'example.com')
  await user.click(press('Agregar'))
  await settle()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Ana Rojas', email: 'ana@example.com' })
  expect(screen.getByText('ana@example.com')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the user changes the name and address of a contact', async () => {
  let contacts = [ana]
  const { user, calls } = await openPanel(() => ({ status: 200, body: { contacts, total: contacts.length } }))
  await user.click(press('Editar a Ana Rojas'))
  const email = screen.getByLabelText('Email')
  expect(email).toHaveValue('ana@example.com')
  await user.clear(email)
  await user.type(email, 'rojas@example.com')
  contacts = [{ ...ana, email: 'rojas@example.com' }]
  await user.click(press('Guardar'))
  await settle()
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    url: expect.stringMatching(/\/home\/api\/contacts\/5\/$/),
    body: { name: 'Ana Rojas', email: 'rojas@example.com' },
  })
  expect(screen.getByText('rojas@example.com')).toBeVisible()
})

const fileInput = (): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>('dialog input[type=file]')
  if (!input) throw new Error('no file input')
  return input
}
const csv = (content: BlobPart) => new File([content], 'personas.csv', { type: 'text/csv' })
const imports = (calls: readonly { readonly url: string; readonly body?: unknown }[]) =>
  calls.filter(({ url }) => url.endsWith('/contacts/import/')).map(({ body }) => body)
const checkedFile = {
  saved: 0,
  ready: 2,
  sample: [{ row: 2, name: 'Eva Mora', email: 'eva@example.com' }],
  problems: [{ row: 4, message: 'Falta el email.' }],
}

test('a CSV file is checked first; the good rows are imported, and each row that is left out is named', async () => {
  const { user, calls } = await openPanel(() => ({ status: 200, body: { contacts: [ana], total: 1 } }), checkedFile)
  await user.click(press('Importar'))
  expect(screen.getByText(/^Hasta 1000 filas y 400 kB\./)).toBeVisible()
  await user.upload(fileInput(), csv('Nombre,Email'))
  expect(await screen.findByText('2 contactos por importar. 1 fila queda fuera.')).toBeVisible()
  expect(screen.getByText('Fila 4: Falta el email.')).toBeVisible()
  expect(screen.getByText('Eva Mora (eva@example.com)')).toBeVisible()
  expect(imports(calls)).toEqual([{ file: btoa('Nombre,Email'), preview: true }])

  await user.click(press('Importar 2 contactos'))
  await settle()
  expect(imports(calls).at(-1)).toEqual({ file: btoa('Nombre,Email'), preview: false })
  expect(screen.queryByRole('dialog', { name: 'Importar contactos' })).toBeNull()
})

test('a file without a good row cannot be imported, and another one can be chosen', async () => {
  const none = { ...checkedFile, ready: 0, sample: [] }
  const { user } = await openPanel(() => ({ status: 200, body: { contacts: [ana], total: 1 } }), none)
  await user.click(press('Importar'))
  await user.upload(fileInput(), csv('Nombre,Email'))
  expect(await screen.findByText('Ninguna fila se puede importar. 1 fila queda fuera.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Importar \d/ })).toBeNull()
  await user.click(press('Elegir otro archivo'))
  expect(fileInput()).toBeInTheDocument()
})

test('a refusal of the file is shown where the file is chosen', async () => {
  const refusal = { status: 400, body: { code: 'CSV_COLUMNS_MISSING', message: 'El archivo no tiene «Email».' } }
  const { user } = await openPanel(() => ({ status: 200, body: { contacts: [ana], total: 1 } }), undefined, refusal)
  await user.click(press('Importar'))
  await user.upload(fileInput(), csv('Nombre'))
  expect(await screen.findByText('El archivo no tiene «Email».')).toBeVisible()
})

test('a file that is too large is not sent', async () => {
  const { user, calls } = await openPanel(() => ({ status: 200, body: { contacts: [ana], total: 1 } }))
  await user.click(press('Importar'))
  await user.upload(fileInput(), csv(new Uint8Array(400_001)))
  expect(await screen.findByText('El archivo pesa más de 400 kB. Divídelo en varios.')).toBeVisible()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})
