import { createHash } from 'node:crypto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserFile } from 'shared/contract'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { type NetworkAnswer, type SentCall, UploadWire } from 'shared/testing'
import { refusal } from '../../testing/fake-api.ts'
import { answerSending, type FakeSending, sendingDocument, storedSending } from '../../testing/fake-sending.ts'
import { button, openEditor, sent, toast } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField, storedFile } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
  UploadWire.install()
})
afterEach(() => act(() => endSession()))

const part = { sending: { id: 40, position: 1, documents: 3 } }
const content = '%PDF-1.7 anexo'
const sha256 = createHash('sha256').update(content).digest('hex')
// jsdom's `File` lacks `arrayBuffer`.
const annex = Object.assign(new File([content], 'Anexo.pdf', { type: 'application/pdf' }), {
  arrayBuffer: async () => new TextEncoder().encode(content).buffer,
})
const stored = storedFile({ id: 20, original_filename: 'Anexo.pdf', sha256 })

interface Known {
  readonly fake: FakeSending
  /** By the id of the document. */
  readonly hashes: Readonly<Record<number, string>>
  /** The list's page, or its failure. */
  page: UserFile[] | undefined
  refuse: NetworkAnswer | undefined
}

const answerFiles = ({ hashes, page }: Known, { method, url }: SentCall): NetworkAnswer | undefined => {
  if (method !== 'GET') return undefined
  const id = Number(/\/files\/(\d+)\/$/.exec(url)?.[1])
  if (id > 0) return { status: 200, body: storedFile({ id, sha256: hashes[id] ?? 'b'.repeat(64), ...namedOf(id) }) }
  if (!url.startsWith('/home/api/files/?')) return undefined
  return page ? { status: 200, body: { documents: page, next_cursor: null } } : { status: 503, body: {} }
}
const namedOf = (id: number) => ({ original_filename: sendingDocument(id).original_filename })

const open = async (over: Partial<Known> = {}, sending = storedSending()) => {
  const known: Known = { fake: { sending }, hashes: {}, page: [], refuse: undefined, ...over }
  const opened = await openEditor(
    {
      fields: [storedField()],
      answer: (call) =>
        (call.method === 'PUT' ? known.refuse : undefined) ??
        answerFiles(known, call) ??
        answerSending(known.fake, call),
    },
    {},
    part,
  )
  await screen.findByRole('navigation', { name: 'Documentos del envío' })
  return { ...opened, known }
}
const begin = async (...given: Parameters<typeof open>) => {
  const opened = await open(...given)
  await opened.user.click(button('Agregar documento'))
  await screen.findByLabelText(/^Arrastra un PDF aquí/)
  return opened
}
const dialog = () => screen.getByRole('dialog', { name: 'Agregar documento' })
const names = () =>
  within(screen.getByRole('navigation', { name: 'Documentos del envío' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const bring = (file: File) =>
  fireEvent.change(screen.getByLabelText(/^Arrastra un PDF aquí/), { target: { files: [file] } })
const uploading = () => waitFor(() => expect(UploadWire.sent).toHaveLength(1))
const answer = (status: number, body: unknown) => act(async () => UploadWire.last().answer(status, body))
const changes = (calls: readonly SentCall[]) => sent(calls, 'PUT', 'sendings/40').map(({ body }) => body)
const fold = async () => {
  const details = screen.getByText('Elegir uno de tus documentos').closest('details')
  // jsdom opens no details by a click.
  if (details) details.open = true
  await act(async () => void fireEvent(details as HTMLElement, new Event('toggle')))
}

test('an uploaded document joins behind the others, with progress', async () => {
  const { calls, onChanged } = await begin()
  bring(annex)
  await uploading()
  act(() => UploadWire.last().leave(50, 100))
  expect(screen.getByRole('progressbar', { name: 'Subiendo «Anexo.pdf»…' })).toHaveAttribute('value', '0.5')
  act(() => UploadWire.last().leave(100, 100))
  expect(screen.getByRole('progressbar', { name: 'Revisando «Anexo.pdf»…' })).not.toHaveAttribute('value')
  await answer(201, stored)
  expect(await toast('«Anexo.pdf» va ahora en el envío.')).toBeVisible()
  expect(UploadWire.last().body?.get('file_type_id')).toBe('1')
  expect(changes(calls)).toEqual([{ documents: [3, 4, 5, 20] }])
  expect(names()).toHaveLength(4)
  expect(names()[3]).toBe('4. Anexo.pdfSin campos')
  expect(screen.queryByRole('dialog', { name: 'Agregar documento' })).toBeNull()
  expect(onChanged).toHaveBeenCalled()
})

test.each([true, false])('what the upload page tells about a file is told here, too (it joins: %s)', async (joins) => {
  const refuse = joins ? undefined : refusal(409, 'SENDING_UNFIT', errorMessages.SENDING_UNFIT)
  const { user } = await begin({ refuse })
  const told = {
    foreign_signatures: 2,
    signatures_doubted: true,
    drawings_hidden: true,
    broken_links: { count: 1, example: 'htpp://x.cr', page: 2 },
  }
  bring(annex)
  await uploading()
  await answer(201, { ...stored, ...told })
  if (!joins) await user.click(await within(dialog()).findByText('Cerrar'))
  for (const note of [
    /^Anexo\.pdf: El documento ya trae 2 firmas y se conservan, pero no pudimos confirmar que valgan/,
    /^Anexo\.pdf: Este documento pide a cada lector que dibuje su formulario/,
    /^Anexo\.pdf: Un enlace de la página 2 no lleva a una página web/,
  ])
    expect(await toast(note)).toBeInTheDocument()
})

test('a document that was uploaded earlier joins without its notes', async () => {
  const { user } = await begin({ page: [{ ...stored, rewritten: 'normalised', foreign_signatures: 1 }] })
  await fold()
  await user.click(await screen.findByRole('button', { name: 'Agregar «Anexo.pdf»' }))
  expect(await toast('«Anexo.pdf» va ahora en el envío.')).toBeVisible()
  expect(screen.queryByText(/^Anexo\.pdf: /)).toBeNull()
})

test('documents that joined in another window stay', async () => {
  const { calls, known } = await begin()
  bring(annex)
  await uploading()
  known.fake.sending = storedSending({ documents: [5, 3, 4, 6].map((id) => sendingDocument(id)) })
  await answer(201, stored)
  await waitFor(() => expect(changes(calls)).toEqual([{ documents: [5, 3, 4, 6, 20] }]))
})

test.each([
  ['another kind of file', new File(['x'], 'notas.txt', { type: 'text/plain' }), 'Solo se permiten archivos PDF'],
  [
    'a large file',
    Object.defineProperty(new File(['x'], 'a.pdf', { type: 'application/pdf' }), 'size', { value: 11 * 1024 * 1024 }),
    'El archivo excede el tamaño máximo permitido (10MB)',
  ],
])('%s is refused before the upload', async (_case, file, reason) => {
  await begin()
  bring(file)
  expect(screen.getByRole('alert')).toHaveTextContent(reason)
  expect(UploadWire.sent).toHaveLength(0)
})

test('the dialog shows why the server refused the file, and the sending stays', async () => {
  const { calls } = await begin()
  bring(annex)
  await uploading()
  await answer(400, {
    error_code: 'PDF_DAMAGED',
    error_type: 'PDF_VALIDATION_ERROR',
    title: 'El PDF está dañado',
    message: 'No se puede leer.',
    suggestion: 'Descárgalo otra vez.',
    timestamp: '2026-01-31T18:00:00.000Z',
    user_action_required: true,
  })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('El PDF está dañado. No se puede leer.')
  expect(alert).toHaveTextContent('Descárgalo otra vez.')
  expect(changes(calls)).toEqual([])
  expect(names()).toHaveLength(3)
})

test('a file that needs a password asks for it in the dialog, and its opened copy joins', async () => {
  const { user, calls } = await begin()
  const locked = {
    error_code: 'PDF_ENCRYPTED',
    error_type: 'PDF_VALIDATION_ERROR',
    title: 'Este PDF pide una contraseña para abrirse',
    message: 'El documento está cifrado.',
    suggestion: 'Si la tienes, escríbela.',
    timestamp: '2026-01-31T18:00:00.000Z',
    user_action_required: true,
    can_open: true,
  }
  const wrong = { ...locked, error_code: 'PDF_PASSWORD_WRONG', title: 'Esa contraseña no abre el PDF' }
  bring(annex)
  await uploading()
  await answer(400, locked)
  await user.click(within(dialog()).getByRole('button', { name: 'Cancelar' }))
  expect(screen.getByLabelText(/^Arrastra un PDF aquí/)).toBeVisible()

  bring(annex)
  await waitFor(() => expect(UploadWire.sent).toHaveLength(2))
  await answer(400, locked)
  for (const [given, count] of [['otra', 3] as const, ['Ñandú 2026', 4] as const]) {
    await user.type(await screen.findByLabelText('Contraseña del PDF'), given)
    await user.click(button('Abrir y usar la copia'))
    await waitFor(() => expect(UploadWire.sent).toHaveLength(count))
    expect(UploadWire.last().body?.get('password')).toBe(given)
    expect(UploadWire.last().body?.get('opened')).toBe('true')
    await answer(
      given === 'otra' ? 400 : 201,
      given === 'otra' ? wrong : { ...stored, rewritten: 'normalised', opened: true },
    )
    if (given === 'otra') expect(await screen.findByText(/^Esa contraseña no abre el PDF/)).toBeVisible()
  }
  expect(await toast('«Anexo.pdf» va ahora en el envío.')).toBeVisible()
  expect(await toast(/^Anexo\.pdf: Se firmará una copia sin protección: se abre sin contraseña/)).toBeVisible()
  expect(changes(calls)).toEqual([{ documents: [3, 4, 5, 20] }])
})

test('the same file after a lost connection is sent with the same key', async () => {
  await begin()
  bring(annex)
  await uploading()
  await act(async () => UploadWire.last().breakOff())
  expect(await screen.findByRole('alert')).toHaveTextContent('El envío sigue como estaba.')
  bring(annex)
  await waitFor(() => expect(UploadWire.sent).toHaveLength(2))
  const keys = UploadWire.sent.map(({ headers }) => headers['Idempotency-Key'])
  expect(keys[0]).toBeDefined()
  expect(keys[0]).toBe(keys[1])
})

test('a cancelled upload leaves the sending as it was', async () => {
  const { user, calls } = await begin()
  bring(annex)
  await uploading()
  await user.click(button('Cancelar la subida'))
  expect(await screen.findByText('Subida cancelada. El envío sigue como estaba.')).toBeVisible()
  expect(changes(calls)).toEqual([])
})

test('closing the dialog aborts the upload', async () => {
  const { user } = await begin()
  bring(annex)
  await uploading()
  const aborted = jest.spyOn(UploadWire.last(), 'abort')
  await user.click(within(dialog()).getByRole('button', { name: 'Cerrar' }))
  expect(aborted).toHaveBeenCalledTimes(1)
  expect(names()).toHaveLength(3)
})

test('a file that the sending has is asked about before it is uploaded', async () => {
  const { user, calls } = await begin({ hashes: { 4: sha256 } })
  bring(annex)
  expect(
    await screen.findByText('«Anexo.pdf» es el mismo archivo que «Acta.pdf», que ya va en el envío.'),
  ).toBeVisible()
  expect(UploadWire.sent).toHaveLength(0)
  await user.click(button('No agregarlo'))
  bring(annex)
  await user.click(await screen.findByRole('button', { name: 'Agregarlo otra vez' }))
  await uploading()
  await answer(201, stored)
  await waitFor(() => expect(changes(calls)).toEqual([{ documents: [3, 4, 5, 20] }]))
})

test.each(['SENDING_SENT', 'SENDING_UNFIT'] as const)(
  'after %s the document is alone, and the dialog shows it',
  async (code) => {
    const { user, known } = await begin({ refuse: refusal(409, code, errorMessages[code]) })
    bring(annex)
    await uploading()
    known.fake.sending = storedSending({ is_sent: code === 'SENDING_SENT' })
    await answer(201, stored)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(errorMessages[code])
    expect(alert).toHaveTextContent('«Anexo.pdf» quedó en tus documentos, por separado.')
    expect(names()).toHaveLength(3)
    known.refuse = undefined
    await user.click(button('Reintentar'))
    expect(await toast('«Anexo.pdf» va ahora en el envío.')).toBeVisible()
  },
)

test('one of the documents that are alone and not sent is chosen', async () => {
  const page = [
    stored,
    storedFile({ id: 4, ...namedOf(4), ...part }),
    storedFile({
      id: 21,
      original_filename: 'Plantilla.pdf',
      template_edit: { template_id: 1, name: 'x', version: 1 },
    }),
  ]
  const { user, calls } = await begin({ page })
  expect(sent(calls, 'GET', 'files/?')).toEqual([])
  await fold()
  await user.click(await screen.findByRole('button', { name: 'Agregar «Anexo.pdf»' }))
  expect(await toast('«Anexo.pdf» va ahora en el envío.')).toBeVisible()
  expect(sent(calls, 'GET', 'files/?').map(({ url }) => url)).toEqual([
    '/home/api/files/?status=UPLOADED&archived=false&sort=newest&limit=100',
  ])
  expect(changes(calls)).toEqual([{ documents: [3, 4, 5, 20] }])
})

test('only documents that are alone are offered', async () => {
  await begin({ page: [storedFile({ id: 4, ...namedOf(4), ...part })] })
  await fold()
  expect(await screen.findByText(/^No tienes otros documentos sin enviar\./)).toBeVisible()
  expect(within(dialog()).queryByRole('button', { name: /^Agregar «/ })).toBeNull()
})

test('a chosen document that the sending has is asked about', async () => {
  const { user, calls } = await begin({ page: [stored], hashes: { 3: sha256 } })
  await fold()
  await user.click(await screen.findByRole('button', { name: 'Agregar «Anexo.pdf»' }))
  await user.click(await screen.findByRole('button', { name: 'No agregarlo' }))
  expect(changes(calls)).toEqual([])
})

test('a list that cannot be read can be read again', async () => {
  const { user, known } = await begin({ page: undefined })
  await fold()
  await screen.findByRole('alert')
  known.page = [stored]
  await user.click(within(dialog()).getByRole('button', { name: 'Reintentar' }))
  await fold()
  expect(await screen.findByRole('button', { name: 'Agregar «Anexo.pdf»' })).toBeVisible()
})

test.each([
  ['a person was invited', storedSending({ is_sent: true })],
  [
    'the sending is full',
    storedSending({ documents: Array.from({ length: 20 }, (_, index) => sendingDocument(index + 3)) }),
  ],
])('no document is added if %s', async (_case, sending) => {
  await open({}, sending)
  await waitFor(() => expect(names().length).toBeGreaterThan(2))
  expect(screen.queryByRole('button', { name: 'Agregar documento' })).toBeNull()
})
