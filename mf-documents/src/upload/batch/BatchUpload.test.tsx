import { act, fireEvent, screen, within } from '@testing-library/react'
import type { UserFile } from 'shared/contract'
import { errorMessages } from 'shared/contract/errors'
import { type SentCall, settle, UploadWire } from 'shared/testing'
import { documentWith } from '../../testing/documents.ts'
import type { FakeApi } from '../../testing/fake-files-api.ts'
import { renderDashboard, shownNotifications } from '../../testing/render-dashboard.tsx'

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf', lastModified: 1 })
const text = new File(['x'], 'notas.txt', { type: 'text/plain' })
const three = [pdf('contrato.pdf'), pdf('acta.pdf'), pdf('poder.pdf')]

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const tab = (name: string) => screen.getByRole('tab', { name })
const editor = () => screen.queryByRole('region', { name: 'document-editor' })
const panel = () => within(screen.getByRole('region', { name: 'Varios documentos' }))
const question = () => screen.queryByRole('dialog', { name: '¿Van juntos?' })
const inQuestion = () => within(screen.getByRole('dialog', { name: '¿Van juntos?' }))
const answer = async (status: number, body: unknown) => {
  await act(async () => UploadWire.last().answer(status, body))
  await settle()
}
const drop = async (...files: File[]) => {
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } })
  await settle()
}
const isSending = ({ method, url }: SentCall) => method === 'POST' && url === '/home/api/sendings/'

let api: FakeApi
let refuse: { status: number; body: unknown } | undefined

const sendingOf = ({ documents }: { documents: number[] }) => ({
  id: 40,
  documents: documents.map((id) => ({
    id,
    original_filename: `${id}.pdf`,
    status: 'UPLOADED',
    is_signed: false,
    fields_total: 0,
    fields_signed: 0,
    seal_failed: false,
  })),
  people: [],
  is_sent: false,
  is_complete: false,
})

const store = (file: UserFile) => {
  api.files = [file, ...api.files]
  return answer(201, file)
}
const storeAll = async (count: number) => {
  for (let index = 0; index < count; index += 1) {
    const file = UploadWire.last().body?.get('file')
    await store(documentWith({ id: 20 + index, original_filename: file instanceof File ? file.name : '' }))
  }
}
const renderList = () => renderDashboard(api)

beforeEach(() => {
  jest.useFakeTimers()
  UploadWire.install()
  refuse = undefined
  api = {
    files: [documentWith({ id: 11 })],
    answer: (call) => {
      if (!isSending(call)) return undefined
      return refuse ?? { status: 201, body: sendingOf(call.body as { documents: number[] }) }
    },
  }
})
afterEach(() => jest.useRealTimers())

test('several dropped PDFs are uploaded one after the other, and one answer makes them one sending', async () => {
  const { user, calls } = await renderList()
  await drop(...three)
  expect(tab('Subir Documento')).toHaveAttribute('aria-selected', 'true')
  expect(UploadWire.sent).toHaveLength(1)
  expect(panel().getByRole('status')).toHaveTextContent('Subiendo 1 de 3')
  expect(panel().getByRole('progressbar', { name: 'contrato.pdf' })).toHaveAttribute('value', '10')
  expect(question()).toBeNull()
  await storeAll(3)
  expect(
    inQuestion()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(three.map(({ name }) => name))
  await user.click(button('Un solo envío: las personas reciben un correo y firman todo de una vez'))
  await settle()
  expect(calls.filter(isSending).map(({ body }) => body)).toEqual([{ documents: [20, 21, 22] }])
  expect(question()).toBeNull()
  expect(editor()).toHaveTextContent('"id":20')
  expect(new Set(UploadWire.sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(3)
})

test('documents by themselves make no sending, and the list shows them', async () => {
  const { user, calls } = await renderList()
  await drop(...three)
  await storeAll(3)
  await user.click(button(/^Documentos por separado/))
  await settle()
  expect(calls.filter(isSending)).toEqual([])
  expect(tab('Mis Documentos')).toHaveAttribute('aria-selected', 'true')
  expect(button('poder.pdf')).toBeVisible()
  expect(editor()).toBeNull()
  expect(shownNotifications()).toContainEqual(['success', '3 documentos en tu lista.'])
})

test('refused files are named with their reasons, and the others are kept', async () => {
  const { user } = await renderList()
  await drop(pdf('contrato.pdf'), text, pdf('roto.pdf'), pdf('acta.pdf'))
  await storeAll(1)
  await answer(400, {
    error_code: 'PDF_DAMAGED',
    error_type: 'PDF_VALIDATION_ERROR',
    title: 'El PDF está dañado',
    message: 'No se puede leer.',
    suggestion: 'Descárgalo otra vez.',
    timestamp: '2026-01-31T18:00:00.000Z',
    user_action_required: true,
  })
  expect(panel().getByText('El PDF está dañado. No se puede leer.')).toBeVisible()
  expect(panel().getByText('Descárgalo otra vez.')).toBeVisible()
  expect(panel().getByText('Solo se permiten archivos PDF')).toBeVisible()
  expect(panel().getByText(/^Si es de Word, ábrelo/)).toBeVisible()
  await store(documentWith({ id: 21, original_filename: 'acta.pdf' }))
  const reasons = inQuestion().getByText('No se subieron:').closest('div')
  expect(reasons).toHaveTextContent('notas.txt: Solo se permiten archivos PDF')
  expect(reasons).toHaveTextContent('roto.pdf: El PDF está dañado. No se puede leer.')
  expect(inQuestion().queryByRole('button', { name: /^Reintentar/ })).toBeNull()
  await user.click(button(/^Un solo envío/))
  await settle()
  expect(editor()).toHaveTextContent('"id":20')
  expect(shownNotifications()).toContainEqual([
    'warning',
    'No se subieron «notas.txt» y «roto.pdf». En «Subir Documento» ves por qué.',
  ])
  await user.click(button('Cerrar editor'))
  await user.click(tab('Subir Documento'))
  expect(panel().getByRole('status')).toHaveTextContent('2 archivos no se subieron')
  await user.click(button('Volver a subir un documento'))
  expect(button('Subir Documento')).toBeVisible()
})

test('a file that can be cleaned is sent to the form, which offers it', async () => {
  await renderList()
  await drop(pdf('contrato.pdf'), pdf('acta.pdf'))
  await answer(400, {
    error_code: 'PDF_MALICIOUS_JAVASCRIPT',
    error_type: 'PDF_VALIDATION_ERROR',
    title: 'El PDF contiene código',
    message: 'En la página 2 hay JavaScript.',
    suggestion: 'Imprime el documento a un PDF nuevo.',
    timestamp: '2026-01-31T18:00:00.000Z',
    user_action_required: true,
    can_clean: true,
  })
  expect(panel().getByText('Súbelo por separado y te ofrecemos quitar ese contenido.')).toBeVisible()
})

test('one PDF among other files opens without a question', async () => {
  await renderList()
  await drop(text, pdf('contrato.pdf'))
  await store(documentWith({ id: 20 }))
  expect(question()).toBeNull()
  expect(editor()).toHaveTextContent('"id":20')
  expect(shownNotifications()).toContainEqual(['warning', 'No se subió «notas.txt». En «Subir Documento» ves por qué.'])
})

test('the same file twice is marked and is uploaded twice', async () => {
  await renderList()
  await drop(pdf('contrato.pdf'), pdf('contrato.pdf'))
  expect(panel().getByText('Repetido: ya venía antes. Se sube otra vez.')).toBeVisible()
  await storeAll(2)
  expect(inQuestion().getByText('«contrato.pdf» va más de una vez.')).toBeVisible()
})

test('a cancelled batch keeps what is stored, and continues with the file that was interrupted', async () => {
  const { user } = await renderList()
  await drop(...three)
  await storeAll(1)
  await user.click(button('Cancelar'))
  await settle()
  expect(panel().getByRole('status')).toHaveTextContent('En pausa: 1 de 3 archivos en tus documentos')
  expect(UploadWire.sent).toHaveLength(2)
  const interrupted = UploadWire.last().headers['Idempotency-Key']
  await user.click(button('Seguir subiendo'))
  await settle()
  expect(UploadWire.last().headers['Idempotency-Key']).toBe(interrupted)
  await store(documentWith({ id: 21, original_filename: 'acta.pdf' }))
  await user.click(button('Cancelar'))
  await user.click(button('Dejarlo así'))
  await settle()
  expect(inQuestion().getByText('Subiste 2 documentos.')).toBeVisible()
  expect(inQuestion().getByText('poder.pdf').closest('li')).toHaveTextContent('Cancelaste antes de subirlo.')
  await user.click(inQuestion().getByRole('button', { name: 'Reintentar los que fallaron' }))
  await settle()
  expect(question()).toBeNull()
  await store(documentWith({ id: 22, original_filename: 'poder.pdf' }))
  expect(inQuestion().getByText('Subiste 3 documentos.')).toBeVisible()
})

test('a lost connection fails one file, and a retry uploads it', async () => {
  const { user } = await renderList()
  await drop(pdf('contrato.pdf'), text)
  await act(async () => UploadWire.last().breakOff())
  await settle()
  expect(panel().getByText('Error de conexión. Verifica tu internet')).toBeVisible()
  await user.click(button('Reintentar los que fallaron'))
  await settle()
  await store(documentWith({ id: 20 }))
  expect(editor()).toHaveTextContent('"id":20')
})

test('the question shows why a sending was refused, and the documents stay', async () => {
  refuse = { status: 409, body: { code: 'SENDING_UNFIT', message: errorMessages.SENDING_UNFIT } }
  const { user } = await renderList()
  await drop(...three)
  await storeAll(3)
  await user.click(button(/^Un solo envío/))
  await settle()
  expect(screen.getByRole('alert')).toHaveTextContent(errorMessages.SENDING_UNFIT)
  refuse = undefined
  await user.click(button(/^Un solo envío/))
  await settle()
  expect(editor()).toHaveTextContent('"id":20')
})

test('more than 20 documents can only be by themselves', async () => {
  const { user, calls } = await renderList()
  await drop(...Array.from({ length: 21 }, (_, index) => pdf(`${index}.pdf`)))
  await storeAll(21)
  expect(inQuestion().getByText(/^Un envío lleva hasta 20 documentos y subiste 21\./)).toBeVisible()
  expect(inQuestion().queryByRole('button', { name: /^Un solo envío/ })).toBeNull()
  await user.click(button(/^Documentos por separado/))
  await settle()
  expect(calls.filter(isSending)).toEqual([])
})

test('several files chosen in the form, and files dropped later, are one batch', async () => {
  const { user } = await renderDashboard(api, '/dashboard?tab=subir')
  await settle()
  await user.upload(screen.getByLabelText(/Arrastra un PDF aquí/), three)
  await settle()
  expect(panel().getByRole('status')).toHaveTextContent('Subiendo 1 de 3')
  await user.click(tab('Mis Documentos'))
  await settle()
  await drop(pdf('plano.pdf'))
  expect(panel().getByRole('status')).toHaveTextContent('Subiendo 1 de 4')
})

test('the question waits while another tab is shown', async () => {
  const { user } = await renderList()
  await drop(...three)
  await user.click(tab('Documentos Firmados'))
  await storeAll(3)
  expect(question()).toBeNull()
  expect(shownNotifications()).toContainEqual([
    'info',
    'Tus documentos están subidos. En «Subir Documento» te preguntamos si van juntos.',
  ])
  await user.click(tab('Subir Documento'))
  expect(question()).toBeVisible()
})
