import { act, fireEvent, screen, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { settle, UploadWire } from 'shared/testing'
import { documentWith } from '../testing/documents.ts'
import { renderDashboard, shownNotifications } from '../testing/render-dashboard.tsx'

const pdf = new File(['%PDF-1.7'], 'contrato.pdf', { type: 'application/pdf' })
const word = new File(['x'], 'contrato.doc', { type: 'application/msword' })
const docx = new File(['x'], 'contrato.docx', {
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
})

const fileInput = () => screen.getByLabelText(/Arrastra un PDF aquí|Cambiar archivo/)
const type = () => screen.getByLabelText('Tipo de documento')
const description = () => screen.getByLabelText('Descripción')
const notes = () => screen.getByLabelText('Notas')
const submit = () => screen.getByRole('button', { name: 'Subir Documento' })
const button = (name: string) => screen.getByRole('button', { name })
const panel = () => within(screen.getByRole('tabpanel'))
const progress = () => panel().getByRole('progressbar')
const paste = (file: File) =>
  document.dispatchEvent(Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { files: [file] } }))
const answer = (status: number, body: unknown) => act(async () => UploadWire.last().answer(status, body))

const renderUpload = () => renderDashboard({ files: [documentWith()] }, '/dashboard?tab=subir')

const startUpload = async () => {
  const rendered = await renderUpload()
  await rendered.user.upload(fileInput(), pdf)
  await rendered.user.type(description(), 'Alquiler')
  await rendered.user.type(notes(), 'Urgente')
  await rendered.user.click(submit())
  return rendered
}

const expectKept = () => {
  expect(screen.getByText('contrato.pdf')).toBeVisible()
  expect(description()).toHaveValue('Alquiler')
  expect(notes()).toHaveValue('Urgente')
}

const malicious = {
  error_code: 'PDF_MALICIOUS_JAVASCRIPT',
  error_type: 'PDF_VALIDATION_ERROR',
  title: 'El PDF contiene código',
  message: 'En la página 2 hay JavaScript.',
  suggestion: 'Imprime el documento a un PDF nuevo.',
  details: 'objeto 14 0',
  timestamp: '2026-01-31T18:00:00.000Z',
  user_action_required: true,
}

beforeEach(() => {
  jest.useFakeTimers()
  jest.spyOn(Math, 'random').mockReturnValue(0.5)
  UploadWire.install()
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

test('section 3: both file types are offered, the first is preselected', async () => {
  await renderUpload()
  expect(type()).toHaveDisplayValue(/^PDF/)
  expect(screen.getByRole('option', { name: /^Documentos \(\.doc, \.docx; hasta 10 MB\)/ })).toBeInTheDocument()
})

test('section 5: an upload without a file or a type shows a warning and sends nothing', async () => {
  const { user } = await renderUpload()
  await user.selectOptions(type(), '')
  await user.click(submit())
  expect(shownNotifications()).toEqual([['warning', 'Por favor selecciona un archivo']])
  expect(fileInput()).toHaveFocus()
  expect(fileInput()).toHaveAttribute('aria-invalid')

  await user.upload(fileInput(), pdf)
  await user.click(submit())
  expect(shownNotifications().at(0)).toEqual(['warning', 'Por favor selecciona un tipo de archivo'])
  expect(type()).toHaveFocus()
  expect(type()).toHaveAttribute('aria-invalid')
  expect(UploadWire.sent).toEqual([])
})

test.each([
  ['a Word file', word, 'Solo se permiten archivos PDF'],
  ['a newer Word file', docx, 'Solo se permiten archivos PDF'],
  [
    'a PDF above 10 MB',
    Object.defineProperty(new File(['x'], 'g.pdf', { type: 'application/pdf' }), 'size', { value: 10485761 }),
    'El archivo excede el tamaño máximo permitido (10MB)',
  ],
])('section 5: %s is refused with a warning', async (_case, file, message) => {
  const { user } = await renderUpload()
  await user.selectOptions(type(), '2')
  await user.upload(fileInput(), file)
  expect(shownNotifications()).toEqual([['warning', message]])
  expect(screen.queryByText(file.name)).toBeNull()
})

test.each([
  ['dropped', (file: File) => void fireEvent.drop(fileInput(), { dataTransfer: { types: ['Files'], files: [file] } })],
  ['pasted', (file: File) => paste(file)],
])('section 5: a Word file that is %s is refused, even under the type for Word files', async (_case, bring) => {
  const { user } = await renderUpload()
  await user.selectOptions(type(), '2')
  for (const file of [word, docx]) {
    act(() => bring(file))
    expect(shownNotifications().at(0)).toEqual(['warning', 'Solo se permiten archivos PDF'])
    expect(fileInput()).toHaveAccessibleDescription(
      /^Solo se permiten archivos PDF Si es de Word, ábrelo y guárdalo como PDF/,
    )
    expect(screen.queryByText(file.name)).toBeNull()
  }
})

test('choosing a PDF clears the error of the refused file', async () => {
  const { user } = await renderUpload()
  await user.upload(fileInput(), word)
  expect(fileInput()).toHaveAccessibleDescription(
    /^Solo se permiten archivos PDF Si es de Word, ábrelo y guárdalo como PDF/,
  )
  expect(fileInput()).toHaveFocus()
  await user.upload(fileInput(), pdf)
  expect(fileInput()).not.toHaveAttribute('aria-invalid')
})

test('a file can be dropped, pasted and removed', async () => {
  const { user } = await renderUpload()
  const transfer = { types: ['Files'], files: [pdf] }
  fireEvent.dragOver(fileInput(), { dataTransfer: { ...transfer, dropEffect: 'none' } })
  fireEvent.drop(fileInput(), { dataTransfer: transfer })
  expect(screen.getByText('contrato.pdf')).toBeVisible()
  await user.click(button('Quitar archivo'))
  expect(screen.queryByText('contrato.pdf')).toBeNull()

  expect(fileInput()).toHaveFocus()
  act(() => paste(pdf))
  expect(screen.getByText('contrato.pdf')).toBeVisible()
})

test('section 7: the upload carries file, file_type_id, description and notes', async () => {
  await startUpload()
  const { body } = UploadWire.last()
  expect(Object.fromEntries(body?.entries() ?? [])).toEqual({
    file: pdf,
    file_type_id: '1',
    description: 'Alquiler',
    notes: 'Urgente',
  })
})

test('section 9: progress starts at 10, follows the sent bytes every 300 ms, and stops at 90', async () => {
  await startUpload()
  expect(progress()).toHaveAttribute('value', '10')
  UploadWire.last().leave(50, 100)
  await settle(299)
  expect(progress()).toHaveAttribute('value', '10')
  await settle(1)
  expect(progress()).toHaveAttribute('value', '50')
  UploadWire.last().leave(100, 100)
  await settle(300)
  expect(screen.getByRole('progressbar', { name: 'Revisando el documento…' })).toHaveAttribute('value', '54')
  await settle(60_000)
  expect(progress()).toHaveAttribute('value', '90')
})

test('sections 2, 4 and 8: a finished upload notifies success, refreshes the list and selects the documents', async () => {
  const { user, calls } = await startUpload()
  const listed = () => calls.filter(({ url }) => url.startsWith('/home/api/files/?')).length
  const before = listed()
  await answer(201, documentWith({ id: 12 }))
  await settle()
  expect(shownNotifications()).toEqual([['success', 'Archivo subido exitosamente']])
  expect(screen.getByRole('tab', { name: 'Mis Documentos' })).toHaveAttribute('aria-selected', 'true')
  expect(listed()).toBe(before + 1)

  await user.click(screen.getByRole('tab', { name: 'Subir Documento' }))
  expect(progress()).toHaveAttribute('value', '100')
  expect(description()).toHaveValue('')
  expect(notes()).toHaveValue('')
  expect(screen.queryByText('Cambiar archivo')).toBeNull()
})

test('a finished upload opens the document, and closing the editor shows the documents', async () => {
  const { user } = await startUpload()
  await answer(201, documentWith({ id: 12 }))
  await settle()
  expect(screen.getByRole('region', { name: 'document-editor' })).toHaveTextContent('"id":12')
  await user.click(button('Cerrar editor'))
  expect(screen.queryByRole('region', { name: 'document-editor' })).toBeNull()
  expect(screen.getByRole('tab', { name: 'Mis Documentos' })).toHaveAttribute('aria-selected', 'true')
})

test('an upload that ends while another tab is open opens no editor', async () => {
  const { user } = await startUpload()
  await user.click(screen.getByRole('tab', { name: 'Documentos Firmados' }))
  await answer(201, documentWith({ id: 12 }))
  await settle()
  expect(screen.queryByRole('region', { name: 'document-editor' })).toBeNull()
  expect(screen.getByRole('tab', { name: 'Mis Documentos' })).toHaveAttribute('aria-selected', 'true')
})

test('a cancelled upload keeps the form and the file', async () => {
  const { user } = await startUpload()
  await user.click(button('Cancelar'))
  await settle()
  expect(submit()).toHaveFocus()
  expect(panel().queryByRole('progressbar')).toBeNull()
  expect(shownNotifications()).toEqual([['info', 'Subida cancelada. El archivo y los datos siguen aquí.']])
  expectKept()
})

test('a visit to another tab keeps the progress and the form', async () => {
  const { user } = await startUpload()
  UploadWire.last().leave(50, 100)
  await user.click(screen.getByRole('tab', { name: 'Documentos Firmados' }))
  await settle(300)
  await user.click(screen.getByRole('tab', { name: 'Subir Documento' }))
  expect(progress()).toHaveAttribute('value', '50')
  expectKept()
})

test('section 8: a structured error appears in a panel with suggestion, details, retry and close', async () => {
  const { user } = await startUpload()
  await answer(400, { file: [malicious] })
  const alert = screen.getByRole('alert')
  expect(alert).toHaveAttribute('data-severity', 'critical')
  expect(alert).toHaveTextContent('El PDF contiene código')
  expect(alert).toHaveTextContent('En la página 2 hay JavaScript.')
  expect(alert).toHaveTextContent('Sugerencia: Imprime el documento a un PDF nuevo.')
  const details = screen.getByText('Detalles técnicos').closest('details')
  expect(details).not.toHaveAttribute('open')
  for (const text of ['PDF_MALICIOUS_JAVASCRIPT', 'PDF_VALIDATION_ERROR', 'objeto 14 0', malicious.timestamp])
    expect(details).toHaveTextContent(text)
  expectKept()

  await user.click(button('Reintentar'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(button('Subiendo…')).toHaveFocus()
  expect(UploadWire.sent).toHaveLength(2)
  await answer(400, malicious)
  await user.click(button('Cerrar'))
  expect(screen.queryByRole('alert')).toBeNull()
  expectKept()
})

test('the panel offers to remove the findings, and uploads the same file and form again with clean=true', async () => {
  const { user } = await startUpload()
  await answer(400, malicious)
  expect(screen.queryByRole('button', { name: 'Quitar ese contenido y subir' })).toBeNull()
  await user.click(button('Reintentar'))
  await answer(400, { ...malicious, can_clean: true })
  const alert = screen.getByRole('alert')
  for (const text of [
    'Se quita lo que encontramos, y nada más.',
    'El texto y las imágenes de las páginas quedan igual.',
    'Tu archivo original se queda contigo, sin cambios.',
    'Puede tardar hasta un minuto; lo puedes cancelar.',
  ])
    expect(alert).toHaveTextContent(text)
  for (const name of ['Reintentar', 'Cerrar']) expect(button(name)).toBeVisible()

  await user.click(button('Quitar ese contenido y subir'))
  const { body } = UploadWire.last()
  expect(Object.fromEntries(body?.entries() ?? [])).toEqual({
    file: pdf,
    file_type_id: '1',
    description: 'Alquiler',
    notes: 'Urgente',
    clean: 'true',
  })
  expect(button('Subiendo…')).toHaveFocus()
  UploadWire.last().leave(100, 100)
  await settle(300)
  expect(screen.getByRole('progressbar', { name: 'Quitando el contenido señalado…' })).toBeVisible()
  await answer(201, documentWith({ id: 12, rewritten: 'cleaned' }))
  await settle()
  expect(shownNotifications()).toContainEqual(['info', expect.stringMatching(/^Quitamos el contenido señalado/)])
  expect(shownNotifications()).toContainEqual(['success', 'Archivo subido exitosamente'])
})

test('the owner can cancel the cleaning, and the file stays', async () => {
  const { user } = await startUpload()
  await answer(400, { ...malicious, can_clean: true })
  await user.click(button('Quitar ese contenido y subir'))
  await user.click(button('Cancelar'))
  await settle()
  expect(panel().queryByRole('progressbar')).toBeNull()
  expectKept()
})

test('a retry after the offer to clean uploads the file without cleaning', async () => {
  const { user } = await startUpload()
  await answer(400, { ...malicious, can_clean: true })
  await user.click(button('Reintentar'))
  expect(UploadWire.last().body?.has('clean')).toBe(false)
})

test.each([
  ['a text', 'Disco lleno', 'Disco lleno'],
  ['a detail', { detail: 'No hay espacio' }, 'No hay espacio'],
  ['nothing', {}, 'No se puede subir el archivo. Verifique que sea un PDF válido y seguro.'],
])('section 8: an unstructured failure with %s shows a message and keeps the form', async (_case, body, message) => {
  await startUpload()
  await answer(500, body)
  expect(screen.getByRole('alert')).toHaveTextContent(message)
  expect(screen.getByRole('alert')).toHaveAttribute('data-severity', 'error')
  expectKept()
})

test('when the server is full, the panel shows what to do and keeps the form, and a retry succeeds', async () => {
  const { user } = await startUpload()
  await answer(507, {
    error_code: 'STORAGE_FULL',
    error_type: 'UPLOAD_ERROR',
    title: 'El servidor se quedó sin espacio',
    message: 'El archivo no se guardó. No tiene nada de malo, y tus otros documentos siguen ahí.',
    suggestion: 'Intenta de nuevo en unos minutos; si sigue igual, avisa a quien administra este servicio.',
    details: null,
    timestamp: '2026-01-31T18:00:00.000Z',
    user_action_required: false,
    can_clean: false,
  })
  const alert = screen.getByRole('alert')
  expect(alert).toHaveAttribute('data-severity', 'error')
  for (const text of [
    'se quedó sin espacio',
    'El archivo no se guardó.',
    'Sugerencia: Intenta de nuevo en unos minutos',
  ])
    expect(alert).toHaveTextContent(text)
  expectKept()
  await user.click(button('Reintentar'))
  expect(Object.fromEntries(UploadWire.last().body?.entries() ?? [])).toMatchObject({ file: pdf, notes: 'Urgente' })
  await answer(201, documentWith({ id: 12 }))
  await settle()
  expect(shownNotifications()).toContainEqual(['success', 'Archivo subido exitosamente'])
})

test('when the server is unavailable, the panel shows its message and keeps the form', async () => {
  await startUpload()
  await answer(503, { code: 'UNAVAILABLE', message: errorMessages.UNAVAILABLE })
  expect(screen.getByRole('alert')).toHaveTextContent(errorMessages.UNAVAILABLE)
  expectKept()
})

test('an upload that loses the network shows a connection error', async () => {
  await startUpload()
  await act(async () => UploadWire.last().breakOff())
  expect(screen.getByRole('alert')).toHaveTextContent('Error de conexión. Verifica tu internet')
})

test('a retry after a lost answer has the same idempotency key, and another file has a new key', async () => {
  const { user } = await startUpload()
  const first = UploadWire.last().headers['Idempotency-Key']
  expect(first).toMatch(/^"[0-9a-f-]{36}"$/)
  await act(async () => UploadWire.last().breakOff())
  await user.click(button('Reintentar'))
  expect(UploadWire.last().headers['Idempotency-Key']).toBe(first)
  await act(async () => UploadWire.last().breakOff())
  await user.upload(fileInput(), new File(['%PDF-1.7'], 'contrato.pdf', { type: 'application/pdf' }))
  await user.click(submit())
  expect(UploadWire.sent).toHaveLength(3)
  expect(UploadWire.last().headers['Idempotency-Key']).not.toBe(first)
})
