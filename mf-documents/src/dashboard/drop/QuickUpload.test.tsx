import { act, fireEvent, screen } from '@testing-library/react'
import { settle, UploadWire } from 'shared/testing'
import { documentWith } from '../../testing/documents.ts'
import { renderDashboard, shownNotifications } from '../../testing/render-dashboard.tsx'
import { laterText } from '../../upload/use-brought-files.ts'

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const contract = pdf('contrato.pdf')
const word = new File(['x'], 'contrato.docx', { type: 'application/msword' })
const large = Object.defineProperty(pdf('plano.pdf'), 'size', { value: 10_485_761 })

const tab = (name: string) => screen.getByRole('tab', { name })
const editor = () => screen.queryByRole('region', { name: 'document-editor' })
const hint = () => screen.queryByText(/Suelta el PDF/)
const answer = (status: number, body: unknown) => act(async () => UploadWire.last().answer(status, body))
const drag = (...files: File[]) =>
  fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'], files, dropEffect: 'none' } })
/** @returns whether the browser would leave the page for the file */
const drop = async (...files: File[]): Promise<boolean> => {
  const leaves = fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } })
  await settle()
  return leaves
}
/** jsdom has no drag events with `relatedTarget`. */
const leave = (relatedTarget: Element | null) =>
  act(
    () => void document.body.dispatchEvent(Object.assign(new Event('dragleave', { bubbles: true }), { relatedTarget })),
  )
const sent = () => Object.fromEntries(UploadWire.last().body?.entries() ?? [])
const renderList = () => renderDashboard({ files: [documentWith({ id: 11 })] })

beforeEach(() => {
  jest.useFakeTimers()
  UploadWire.install()
})
afterEach(() => jest.useRealTimers())

test('a PDF dropped anywhere on the list is uploaded without a form and opens in the editor', async () => {
  const { user } = await renderList()
  drag(contract)
  expect(hint()).toBeVisible()
  expect(await drop(contract)).toBe(false)
  expect(hint()).toBeNull()
  expect(tab('Subir Documento')).toHaveAttribute('aria-selected', 'true')
  expect(sent()).toEqual({ file: contract, file_type_id: '1', description: '', notes: '' })
  await answer(201, documentWith({ id: 12 }))
  await settle()
  expect(editor()).toHaveTextContent('"id":12')
  await user.click(screen.getByRole('button', { name: 'Cerrar editor' }))
  expect(tab('Mis Documentos')).toHaveAttribute('aria-selected', 'true')
})

test('a PDF chosen with «Subir un PDF» is uploaded and opens, and the focus is not lost', async () => {
  const { user } = await renderList()
  const chooser = jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [contract] })
    this.dispatchEvent(new Event('change'))
  })
  await user.click(screen.getByRole('button', { name: 'Subir un PDF' }))
  await settle()
  chooser.mockRestore()
  expect(sent()).toMatchObject({ file: contract })
  expect(screen.getByRole('button', { name: 'Subiendo…' })).toHaveFocus()
  await answer(201, documentWith({ id: 12 }))
  await settle()
  expect(editor()).toHaveTextContent('"id":12')
})

test.each([
  ['a Word file', word, 'Solo se permiten archivos PDF', /Si es de Word, ábrelo y guárdalo como PDF/],
  ['a PDF above 10 MB', large, 'El archivo excede el tamaño máximo permitido (10MB)', /Comprime el PDF o divídelo/],
])('%s dropped on the list sends nothing, and the form says what to do next', async (_case, file, message, next) => {
  await renderList()
  await drop(file)
  expect(UploadWire.sent).toEqual([])
  expect(shownNotifications()).toEqual([['warning', message]])
  expect(screen.getByText(next)).toBeVisible()
})

test('after a refusal of the server the file is still chosen, with the reason and a retry', async () => {
  const { user } = await renderList()
  await drop(contract)
  await answer(400, {
    error_code: 'PDF_ENCRYPTED',
    error_type: 'PDF_VALIDATION_ERROR',
    title: 'El PDF está protegido',
    message: 'Tiene contraseña.',
    suggestion: 'Guarda una copia sin contraseña.',
    timestamp: '2026-01-31T18:00:00.000Z',
    user_action_required: true,
  })
  expect(screen.getByRole('alert')).toHaveTextContent('Sugerencia: Guarda una copia sin contraseña.')
  expect(screen.getByText('contrato.pdf')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(sent()).toMatchObject({ file: contract })
})

test('a dropped file waits in the form if the form has a description', async () => {
  const { user } = await renderList()
  await user.click(tab('Subir Documento'))
  await user.type(screen.getByLabelText('Descripción'), 'Alquiler')
  await user.click(tab('Mis Documentos'))
  await settle()
  await drop(contract)
  expect(UploadWire.sent).toEqual([])
  expect(screen.getByText('contrato.pdf')).toBeVisible()
  expect(screen.getByLabelText('Descripción')).toHaveValue('Alquiler')
})

test('a file dropped during an upload does not disturb it', async () => {
  const { user } = await renderList()
  await drop(contract)
  await user.click(tab('Mis Documentos'))
  await settle()
  await drop(pdf('acta.pdf'))
  expect(UploadWire.sent).toHaveLength(1)
  expect(shownNotifications()).toEqual([
    ['info', 'Todavía se sube otro documento. Cuando termine, suelta de nuevo «acta.pdf».'],
  ])
})

test('an open document and an open dialog take no dropped file', async () => {
  const { user } = await renderList()
  await user.click(screen.getByRole('button', { name: 'contrato.pdf' }))
  await drop(contract)
  await user.click(screen.getByRole('button', { name: 'Cerrar editor' }))
  await user.click(screen.getByRole('button', { name: 'Eliminar' }))
  drag(contract)
  expect(hint()).toBeNull()
  await drop(contract)
  expect(UploadWire.sent).toEqual([])
})

test('dragged text and a drag that leaves the window are ignored', async () => {
  await renderList()
  fireEvent.dragOver(document.body, { dataTransfer: { types: ['text/plain'], files: [] } })
  expect(hint()).toBeNull()
  drag(contract)
  leave(document.body)
  expect(hint()).toBeVisible()
  leave(null)
  expect(hint()).toBeNull()
})

test('the text for many files names three', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => pdf(`${name}.pdf`))
  expect(laterText(many)).toMatch(/suelta de nuevo «a\.pdf», «b\.pdf», «c\.pdf» y 3 más\.$/)
  expect(laterText([contract])).toMatch(/suelta de nuevo «contrato\.pdf»\.$/)
})
