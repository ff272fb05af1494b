import { act, fireEvent, screen } from '@testing-library/react'
import { FILES_PAGE_SIZE, type UserFile } from 'shared/contract'
import { FakeView, settle } from 'shared/testing'
import { documentWith } from '../../testing/documents.ts'
import { isList } from '../../testing/fake-files-api.ts'
import { renderDashboard } from '../../testing/render-dashboard.tsx'

/** Newest first. */
const many = (count: number): UserFile[] =>
  Array.from({ length: count }, (_, index) =>
    documentWith({
      id: 100 + index,
      original_filename: `Documento ${index + 1}.pdf`,
      uploaded_at: new Date(Date.UTC(2026, 0, 31) - index * 60_000).toISOString(),
    }),
  )

const button = (name: string) => screen.getByRole('button', { name })
const shown = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const said = () => screen.getByRole('status').textContent
const more = () => screen.queryByRole('button', { name: /Mostrar más documentos|Cargando más/ })

beforeEach(() => {
  jest.useFakeTimers()
  FakeView.install()
})
afterEach(() => {
  FakeView.remove()
  jest.useRealTimers()
})

const total = 2 * FILES_PAGE_SIZE + 5

test('the list loads one page, and the next page when the end of the list comes into view', async () => {
  const { calls } = await renderDashboard({ files: many(total) })
  expect(shown()).toHaveLength(FILES_PAGE_SIZE)
  expect(screen.getByText('Primeros 24 documentos', { selector: 'p' })).toBeVisible()
  FakeView.scrollTo(button('Mostrar más documentos'))
  expect(button('Cargando más documentos…')).toHaveAttribute('aria-busy', 'true')
  await settle()
  expect(shown()).toHaveLength(2 * FILES_PAGE_SIZE)
  expect(calls.filter(isList).at(-1)?.url).toBe('/home/api/files/?archived=false&sort=newest&cursor=24&limit=24')
  expect(said()).toBe('Se agregaron 24 documentos; ahora se muestran 48')
  expect(document.body).toHaveFocus()
})

test('the button loads the next page and focuses its first card, also on the last page', async () => {
  const { user } = await renderDashboard({ files: many(total) })
  await user.click(button('Mostrar más documentos'))
  await settle()
  expect(button('Documento 25.pdf')).toHaveFocus()
  await user.click(button('Mostrar más documentos'))
  await settle()
  expect(button('Documento 49.pdf')).toHaveFocus()
  expect(said()).toBe('Se agregaron 5 documentos; ahora se muestran 53')
  expect(more()).toBeNull()
})

test('a click on the button during automatic loading loads once and moves the focus', async () => {
  const { calls } = await renderDashboard({ files: many(total) })
  const before = calls.filter(isList).length
  FakeView.scrollTo(button('Mostrar más documentos'))
  fireEvent.click(button('Cargando más documentos…'))
  await settle()
  expect(calls.filter(isList)).toHaveLength(before + 1)
  expect(button('Documento 25.pdf')).toHaveFocus()
})

test('when the focused button disappears, the first new card gets the focus', async () => {
  await renderDashboard({ files: many(FILES_PAGE_SIZE + 1) })
  act(() => button('Mostrar más documentos').focus())
  FakeView.scrollTo(button('Mostrar más documentos'))
  await settle()
  expect(more()).toBeNull()
  expect(button('Documento 25.pdf')).toHaveFocus()
})

test('a page that fails keeps the loaded cards, is not retried automatically, and loads with the button', async () => {
  let failing = true
  const { user, calls } = await renderDashboard({
    files: many(total),
    answer: (call) => (failing && call.url.includes('cursor=') ? { status: 500, body: {} } : undefined),
  })
  await user.click(button('Mostrar más documentos'))
  await settle()
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudieron cargar más documentos')
  expect(shown()).toHaveLength(FILES_PAGE_SIZE)
  const asked = calls.filter(isList).length
  FakeView.scrollTo(button('Reintentar'))
  await settle()
  expect(calls.filter(isList)).toHaveLength(asked)
  failing = false
  await user.click(button('Reintentar'))
  await settle()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(button('Documento 25.pdf')).toHaveFocus()
})

test('a change of order starts again with the first page', async () => {
  const { user } = await renderDashboard({ files: many(total) })
  FakeView.scrollTo(button('Mostrar más documentos'))
  await settle()
  await user.selectOptions(screen.getByLabelText('Orden'), 'Antiguos')
  await settle()
  expect(shown()).toHaveLength(FILES_PAGE_SIZE)
  expect(shown()[0]).toBe('Documento 53.pdf')
})

test('without IntersectionObserver, the button loads the next page', async () => {
  FakeView.remove()
  const { user } = await renderDashboard({ files: many(total) })
  await user.click(button('Mostrar más documentos'))
  await settle()
  expect(shown()).toHaveLength(2 * FILES_PAGE_SIZE)
})
