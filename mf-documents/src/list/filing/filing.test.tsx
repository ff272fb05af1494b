import { screen, within } from '@testing-library/react'
import { type SentCall, settle } from 'shared/testing'
import { documentWith } from '../../testing/documents.ts'
import type { FakeApi } from '../../testing/fake-files-api.ts'
import { renderDashboard, shownNotifications } from '../../testing/render-dashboard.tsx'

const files = [
  documentWith({ id: 1, original_filename: 'uno.pdf', tags: ['Alquiler'], uploaded_at: '2026-01-03T00:00:00.000Z' }),
  documentWith({ id: 2, original_filename: 'dos.pdf', uploaded_at: '2026-01-02T00:00:00.000Z' }),
  documentWith({ id: 3, original_filename: 'tres.pdf', uploaded_at: '2026-01-01T00:00:00.000Z' }),
]

/** Tags and archives as the API does. */
const filingApi = (): FakeApi => {
  const api: FakeApi = { files }
  const change = ({ body }: SentCall, changed: (file: (typeof files)[number]) => (typeof files)[number]) => {
    const { documents = [] } = body as { documents?: number[] }
    api.files = api.files.map((file) => (documents.includes(file.id) ? changed(file) : file))
    return { status: 200, body: { success: true, changed: documents.length } }
  }
  api.answer = (call) => {
    if (call.url.endsWith('/tags/'))
      return { status: 200, body: { tags: [{ id: 9, name: 'Alquiler', documents: 1, templates: 0 }] } }
    if (call.url.endsWith('/tags/apply/')) {
      const { add = [], remove = [] } = call.body as { add?: string[]; remove?: string[] }
      return change(call, (file) => ({
        ...file,
        tags: [...(file.tags ?? []).filter((tag) => !remove.includes(tag)), ...add],
      }))
    }
    if (!call.url.endsWith('/files/archive/')) return undefined
    const { archived } = call.body as { archived: boolean }
    return change(call, ({ archived_at: _, ...file }) =>
      archived ? { ...file, archived_at: '2026-01-05T00:00:00.000Z' } : file,
    )
  }
  return api
}

const open = async (api = filingApi(), path?: string) => {
  const rendered = await renderDashboard(api, path)
  const press = async (keys: string) => {
    await rendered.user.keyboard(keys)
    await settle()
  }
  return { ...rendered, press, api }
}

const card = (name: string) => screen.getByRole('button', { name })
const box = (name: string) => screen.getByRole('checkbox', { name: `Seleccionar ${name}` })
const bar = () => screen.getByRole('group', { name: 'Documentos seleccionados' })
const dialog = () => within(screen.getByRole('dialog', { name: 'Etiquetas' }))
const shown = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('heading').textContent)

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('Space and Shift with arrows choose, the bar says how many, and Escape ends the selection', async () => {
  const { press } = await open()
  card('uno.pdf').focus()
  await press(' ')
  expect(box('uno.pdf')).toBeChecked()
  expect(within(bar()).getByText('1 seleccionado')).toBeVisible()
  await press('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  expect(card('tres.pdf')).toHaveFocus()
  expect([box('uno.pdf'), box('dos.pdf'), box('tres.pdf')].map((each) => (each as HTMLInputElement).checked)).toEqual([
    true,
    true,
    true,
  ])
  expect(within(bar()).getByText('3 seleccionados')).toBeVisible()
  await press('{Escape}')
  expect(screen.queryByRole('group', { name: 'Documentos seleccionados' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'document-editor' })).toBeNull()
})

test('«e» opens the tags of the chosen documents: mixed, changed and saved in one call', async () => {
  const { press, user, calls } = await open()
  card('uno.pdf').focus()
  await press(' ')
  await press('{Shift>}{ArrowRight}{/Shift}')
  await press('e')
  expect(screen.getByText('2 documentos', { selector: 'dialog *' })).toBeVisible()
  const rent = dialog().getByRole<HTMLInputElement>('checkbox', { name: 'Alquiler' })
  expect([rent.indeterminate, rent.checked]).toEqual([true, false])
  await user.click(rent)
  await user.type(dialog().getByLabelText('Buscar o crear una etiqueta'), ' Venta 2026 {Enter}')
  expect(dialog().getByRole('checkbox', { name: 'Venta 2026' })).toBeChecked()
  await user.click(dialog().getByRole('button', { name: 'Guardar etiquetas' }))
  await settle()
  expect(calls.find(({ url }) => url.endsWith('/apply/'))?.body).toEqual({
    add: ['Venta 2026', 'Alquiler'],
    remove: [],
    documents: [1, 2],
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(shownNotifications()).toEqual([['success', 'Etiquetas guardadas']])
  expect(screen.getAllByText('Venta 2026', { selector: 'li *' })).toHaveLength(2)
})

test('«e» without a selection opens the tags of the focused document; nothing changed sends nothing', async () => {
  const { press, user, calls } = await open()
  card('dos.pdf').focus()
  await press('e')
  expect(screen.getByText('dos.pdf', { selector: 'dialog *' })).toBeVisible()
  await user.click(dialog().getByRole('button', { name: 'Guardar etiquetas' }))
  await settle()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.some(({ url }) => url.endsWith('/apply/'))).toBe(false)
})

test.each([
  ['a\u202eb', 'El nombre tiene caracteres que no se ven. Escríbelo de nuevo con el teclado.'],
  ['a'.repeat(41), 'Usa como máximo 40 caracteres'],
])('the name %j is refused at its field', async (name, text) => {
  const { press, user } = await open()
  card('dos.pdf').focus()
  await press('e')
  await user.click(dialog().getByLabelText('Buscar o crear una etiqueta'))
  await user.paste(name)
  await user.keyboard('{Enter}')
  expect(dialog().getByLabelText('Buscar o crear una etiqueta')).toHaveAccessibleDescription(text)
})

test('a refusal is shown, and what was chosen stays', async () => {
  const api = filingApi()
  const { answer } = api
  const message = 'Ya tienes 100 etiquetas. Elimina una que no uses para crear otra.'
  api.answer = (call) =>
    call.url.endsWith('/apply/') ? { status: 409, body: { code: 'TAGS_FULL', message } } : answer?.(call)
  const { press, user } = await open(api)
  card('dos.pdf').focus()
  await press('e')
  await user.type(dialog().getByLabelText('Buscar o crear una etiqueta'), 'Venta{Enter}')
  await user.click(dialog().getByRole('button', { name: 'Guardar etiquetas' }))
  await settle()
  expect(dialog().getByRole('alert')).toHaveTextContent(message)
  expect(dialog().getByRole('checkbox', { name: 'Venta' })).toBeChecked()
})

test('tags that cannot be loaded can be loaded again', async () => {
  const api = filingApi()
  const { answer } = api
  let failing = true
  api.answer = (call) => (failing && call.url.endsWith('/tags/') ? new Error('offline') : answer?.(call))
  const { press, user } = await open(api)
  card('dos.pdf').focus()
  await press('e')
  expect(dialog().getByRole('alert')).toHaveTextContent('No se pudieron cargar tus etiquetas')
  failing = false
  await user.click(dialog().getByRole('button', { name: 'Reintentar' }))
  await settle()
  expect(dialog().getByRole('checkbox', { name: 'Alquiler' })).toBeVisible()
})

test('the filter of tags shows once there is one, and is part of the address', async () => {
  const { user, calls } = await open()
  await user.selectOptions(screen.getByLabelText('Etiqueta'), 'Alquiler')
  await settle()
  expect(shown()).toEqual(['uno.pdf'])
  expect(calls.at(-1)?.url).toContain('tag=Alquiler')
  await user.selectOptions(screen.getByLabelText('Etiqueta'), 'Todas')
  await settle()
  expect(shown()).toHaveLength(3)
})

test('without tags there is no filter of tags; a chosen tag that is gone stays in it', async () => {
  await open({ files: files.slice(1) })
  expect(screen.queryByLabelText('Etiqueta')).toBeNull()
})

test('archived documents leave the list for «Archivados», which shows only then, and come back', async () => {
  const { press, user } = await open()
  const groups = () => within(screen.getByRole('group', { name: 'Grupos' }))
  expect(groups().queryByRole('button', { name: /Archivados/ })).toBeNull()
  card('uno.pdf').focus()
  await press(' ')
  await press('{Shift>}{ArrowRight}{/Shift}')
  await user.click(within(bar()).getByRole('button', { name: 'Archivar' }))
  await settle()
  expect(shown()).toEqual(['tres.pdf'])
  expect(document.body).not.toHaveFocus()
  expect(groups().getByRole('button', { name: /Todos/ })).toHaveTextContent('Todos1')
  expect(shownNotifications()).toEqual([['success', '2 documentos archivados. Están en «Archivados».']])
  await user.click(groups().getByRole('button', { name: /Archivados/ }))
  await settle()
  expect(shown()).toEqual(['uno.pdf', 'dos.pdf'])
  const menu = within(screen.getByRole('group', { name: 'Acciones de dos.pdf' }))
  await user.click(menu.getByText('Desarchivar'))
  await settle()
  expect(shown()).toEqual(['uno.pdf'])
})

test('when all documents are archived, the list says so and leads to them', async () => {
  const archived = files.map((file) => ({ ...file, archived_at: '2026-01-05T00:00:00.000Z' }))
  const { user } = await open({ ...filingApi(), files: archived })
  expect(screen.getByText('Todos tus documentos están archivados')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Ver los archivados' }))
  await settle()
  expect(shown()).toHaveLength(3)
})

test('an archiving that fails says why and changes nothing', async () => {
  const api = filingApi()
  api.answer = ({ url }) => (url.endsWith('/archive/') ? new Error('offline') : undefined)
  const { user } = await open(api)
  const menu = within(screen.getByRole('group', { name: 'Acciones de dos.pdf' }))
  await user.click(menu.getByText('Archivar'))
  await settle()
  expect(shownNotifications()).toEqual([['error', 'Error de conexión. Verifica tu internet']])
  expect(shown()).toHaveLength(3)
})

test('tags are renamed and deleted in the same dialog, and what is chosen stays', async () => {
  const api = filingApi()
  const { answer } = api
  api.answer = (call) => {
    if (!call.url.endsWith('/tags/9/')) return answer?.(call)
    const name = (call.body as { name?: string } | undefined)?.name
    return { status: 200, body: name ? { id: 9, name, documents: 1, templates: 0 } : { success: true } }
  }
  const { press, user, calls } = await open(api)
  card('dos.pdf').focus()
  await press('e')
  await user.click(dialog().getByRole('checkbox', { name: 'Alquiler' }))
  await user.click(dialog().getByText('Cambiar o eliminar etiquetas'))
  await user.click(dialog().getByRole('button', { name: 'Cambiar nombre de Alquiler' }))
  const field = dialog().getByLabelText('Nombre nuevo de Alquiler')
  await user.clear(field)
  await user.keyboard('{Enter}')
  expect(field).toHaveAccessibleDescription('Escribe el nombre de la etiqueta')
  await user.type(field, 'Renta{Enter}')
  await settle()
  expect(dialog().getByRole('checkbox', { name: 'Renta' })).toBeChecked()
  await user.click(dialog().getByRole('button', { name: 'Eliminar la etiqueta Renta' }))
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(dialog().getByRole('button', { name: 'Eliminar etiqueta' }))
  await settle()
  expect(calls.filter(({ url }) => url.endsWith('/tags/9/')).map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
  expect(dialog().queryByRole('checkbox')).toBeNull()
})
