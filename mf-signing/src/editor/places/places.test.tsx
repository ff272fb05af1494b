import { act, screen, waitFor, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { button, openEditor, sent, tabs, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'
import type { RawPage } from '../../viewer/engine/pdf-engine.ts'

// These tests save explicitly, however slow the machine is.
jest.mock('../constants.ts', () => ({ ...jest.requireActual('../constants.ts'), AUTOSAVE_PAUSE_MS: 3_600_000 }))

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
})
afterEach(() => act(() => endSession()))

const LINE = '_'.repeat(30)
const cleanup = jest.fn(() => true)

/** Texts at heights of a page of 600 by 800 points. */
const pageWith = (texts: readonly (readonly [string, number])[]): RawPage => ({
  getViewport: () => ({ width: 600, height: 800, transform: [1, 0, 0, -1, 0, 800] }),
  getTextContent: async () => ({
    items: texts.map(([str, y]) => ({ str, transform: [11, 0, 0, 11, 72, 800 - y], width: str.length * 5.5 })),
  }),
  getOperatorList: async () => ({ fnArray: [], argsArray: [] }),
  cleanup,
})

const contract = (page: number): RawPage =>
  pageWith(
    page === 1
      ? [['El contrato dice aquí lo que dice.', 100]]
      : [
          [`Firma del arrendador: ${LINE}`, 300],
          [`Fecha: ${LINE}`, 340],
          ['{{firma:Ana Mora}}', 420],
        ],
  )

const ana = storedField({ signer_name: 'Ana Mora', signer_email: 'ana@example.com' })
const chip = (name: string) => screen.findByRole('button', { name }, { timeout: 5000 })
const section = () => screen.getByRole('region', { name: 'Lugares para firmar' })
const ghosts = () => document.querySelectorAll('[data-place-ghost]')
const open = (fields = [ana], rawPage: (page: number) => RawPage = contract) =>
  openEditor({ fields }, { pages: 2, rawPage })

test('the editor says how many places it found, and places nothing', async () => {
  const { user, calls } = await open()
  const found = await chip('3 lugares para firmar')
  expect(found).toHaveAttribute('aria-expanded', 'false')
  expect(ghosts()).toHaveLength(0)
  await user.click(found)
  expect(within(section()).getByText('Nada se coloca', { exact: false })).toBeVisible()
  expect(within(section()).getAllByRole('listitem')).toHaveLength(3)
  expect(within(section()).getByText('Página 2')).toBeVisible()
  expect(tabs('temporary')).toHaveLength(0)
  expect(sent(calls, 'POST', 'signature-fields')).toHaveLength(0)
})

test('one place is «1 lugar para firmar», and a document without places says nothing', async () => {
  await open([ana], (page) => pageWith(page === 1 ? [[`Firma: ${LINE}`, 300]] : []))
  expect(await chip('1 lugar para firmar')).toBeVisible()
})

test('a place shows its ghost on its page, and a click on the ghost places the field there', async () => {
  const { user } = await open()
  await user.click(await chip('3 lugares para firmar'))
  await user.click(button('Ver: Firma, arrendador, página 2'))
  await screen.findByText('Página 2 de 2')
  await waitFor(() => expect(ghosts()).toHaveLength(3))
  const [ghost] = screen.getAllByRole('button', { name: 'Colocar: Firma, Ana Mora, página 2' })
  await user.click(ghost ?? document.body)
  await chip('2 lugares para firmar')
  expect(tabs('temporary')).toHaveLength(1)
  expect(ghosts()).toHaveLength(2)
})

test('the keyboard accepts one place after another, and the focus moves to the next row', async () => {
  const { user } = await open()
  const found = await chip('3 lugares para firmar')
  found.focus()
  await user.keyboard('{Enter}')
  const first = within(section()).getByRole('button', { name: 'Colocar: Firma, arrendador, página 2' })
  first.focus()
  await user.keyboard('{Enter}')
  expect(within(section()).getByRole('button', { name: /^Colocar: Fecha, .*página 2$/ })).toHaveFocus()
  expect(screen.getByText('1 campo colocado. Quedan 2 lugares.')).toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(within(section()).getByRole('button', { name: 'Colocar: Firma, Ana Mora, página 2' })).toHaveFocus()
  expect(await chip('1 lugar para firmar')).toBeVisible()
})

test('accepted places save like fields placed by hand: the role decides the signer, dates become fields to fill', async () => {
  const { user, calls } = await open()
  await user.click(await chip('3 lugares para firmar'))
  await user.click(button('Colocar todos (3)'))
  expect(screen.queryByRole('region', { name: 'Lugares para firmar' })).toBeNull()
  expect(screen.getByText('3 campos colocados. No quedan lugares.')).toBeInTheDocument()
  await user.click(button(/^Guardar posiciones/))
  await toast(/guardadas correctamente$/)
  const posted = sent(calls, 'POST', 'signature-fields').map(({ body }) => body)
  expect(posted).toHaveLength(2)
  expect(posted).toContainEqual(
    expect.objectContaining({
      page: 2,
      signer_name: 'Ana Mora',
      signer_email: 'ana@example.com',
      label: 'Firma de Terceros',
    }),
  )
  await waitFor(() =>
    expect(sent(calls, 'PUT', 'form-fields').length + sent(calls, 'POST', 'form-fields').length).toBe(1),
  )
})

test('«Cancelar» takes accepted signatures back, and their places are open again', async () => {
  const { user, calls } = await open()
  await user.click(await chip('3 lugares para firmar'))
  await user.click(button('Colocar: Firma, Ana Mora, página 2'))
  await chip('2 lugares para firmar')
  await user.click(button('Cancelar'))
  expect(await chip('3 lugares para firmar')).toBeVisible()
  expect(sent(calls, 'POST', 'signature-fields')).toHaveLength(0)
})

test('a place is dismissed alone, and «Ahora no» hides the rest', async () => {
  const { user } = await open()
  await user.click(await chip('3 lugares para firmar'))
  await user.click(button('Descartar: Firma, arrendador, página 2'))
  await user.click(button('Ahora no'))
  const found = await chip('2 lugares para firmar')
  expect(found).toHaveAttribute('aria-expanded', 'false')
  expect(tabs('temporary')).toHaveLength(0)
})

test('the places of one page can be accepted together', async () => {
  const both = () =>
    pageWith([
      [`Firma: ${LINE}`, 300],
      [`Iniciales: ${LINE}`, 360],
    ])
  const { user } = await open([ana], both)
  await user.click(await chip('4 lugares para firmar'))
  await user.click(button('Colocar los 2 de la página 2'))
  expect(await chip('2 lugares para firmar')).toBeVisible()
  expect(within(section()).queryByText('Página 2')).toBeNull()
})

test('a line with a field is not proposed', async () => {
  const there = { ...ana, page: 2, x_relative: 0.3, y_relative: 0.32, width_relative: 0.3, height_relative: 0.06 }
  await open([there])
  expect(await chip('2 lugares para firmar')).toBeVisible()
})

test('a signed document gets no places', async () => {
  await open([{ ...ana, is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' }])
  await screen.findAllByText(errorMessages.DOCUMENT_FROZEN)
  expect(cleanup).not.toHaveBeenCalled()
  expect(screen.queryByRole('region', { name: 'Lugares para firmar' })).toBeNull()
})

test('a field to fill waits for a signature of the person who fills it', async () => {
  const { user } = await open([], (page) => pageWith(page === 1 ? [[`Fecha: ${LINE}`, 300]] : []))
  await user.click(await chip('1 lugar para firmar'))
  await user.click(button('Colocar: Fecha, página 1'))
  await toast('Coloca antes una firma: quien firma llena los campos.')
  expect(tabs('temporary')).toHaveLength(0)
})

test('without signers the place is the owner’s', async () => {
  const { user } = await open([], (page) => pageWith(page === 1 ? [[`Firma: ${LINE}`, 300]] : []))
  await user.click(await chip('1 lugar para firmar'))
  await user.click(within(section()).getByRole('button', { name: 'Colocar: Firma, página 1' }))
  expect(tabs('temporary')).toHaveLength(1)
  expect(await screen.findByText('(tú)', { exact: false })).toBeVisible()
})

test('a reading of more than half a second shows how far it is, until it ends', async () => {
  const { user } = await openEditor(
    { fields: [ana] },
    { pages: 4, rawPage: (page) => pageWith(page === 1 ? [[`Firma: ${LINE}`, 300]] : []) },
  )
  const words = await screen.findByText(/^Buscando dónde firmar… \d de 4 páginas$/, {}, { timeout: 5000 })
  await user.click(await chip('1 lugar para firmar'))
  await waitFor(() => expect(words).not.toBeInTheDocument(), { timeout: 5000 })
  expect(within(section()).getAllByRole('listitem')).toHaveLength(1)
})
