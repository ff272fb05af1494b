import { sampleFile } from '../testing/samples.ts'
import { UploadWire } from '../testing/upload-wire.ts'
import { provideAuth } from './auth.ts'
import { HttpError } from './http-error.ts'
import { uploadFile } from './upload-file.ts'

const created = sampleFile()

const wire = (index: number): UploadWire => {
  const found = UploadWire.sent[index]
  if (!found) throw new Error(`upload ${index} was not sent`)
  return found
}
const tick = () => new Promise(process.nextTick)

const input = { file: new File(['%PDF-'], 'a.pdf'), fileTypeId: 1, description: 'd', notes: 'n' }
const start = (signal = new AbortController().signal) => {
  const onSent = jest.fn()
  return { onSent, done: uploadFile(input, { onSent, signal }) }
}
const reasonOf = (done: Promise<unknown>) => done.then(() => undefined).catch((reason: unknown) => reason)

beforeEach(() => {
  UploadWire.install()
  provideAuth({ accessToken: () => 'old', refresh: async () => 'new' })
})

test('an upload sends the text parts before the file, with the bearer of the session', async () => {
  const { done } = start()
  wire(0).answer(201, created)
  await expect(done).resolves.toEqual(created)
  expect([...(wire(0).body?.keys() ?? [])]).toEqual(['file_type_id', 'description', 'notes', 'file'])
  expect(wire(0).headers.Authorization).toBe('Bearer old')
})

test('an upload with cleaning sends the clean flag before the file', async () => {
  const done = uploadFile({ ...input, clean: true }, { onSent: jest.fn(), signal: new AbortController().signal })
  wire(0).answer(201, created)
  await done
  expect([...(wire(0).body?.entries() ?? [])].slice(-2)).toEqual([
    ['clean', 'true'],
    ['file', input.file],
  ])
})

test('an upload with a password sends it with the agreement before the file', async () => {
  const options = { onSent: jest.fn(), signal: new AbortController().signal }
  const done = uploadFile({ ...input, password: ' Ñandú ' }, options)
  wire(0).answer(201, created)
  await done
  expect([...(wire(0).body?.entries() ?? [])].slice(-3)).toEqual([
    ['opened', 'true'],
    ['password', ' Ñandú '],
    ['file', input.file],
  ])
})

test('an upload sends its idempotency key as a header, also after a refresh of the session', async () => {
  const key = '8e03978e-40d5-43dd-bc93-6894a57f9324'
  const done = uploadFile({ ...input, key }, { onSent: jest.fn(), signal: new AbortController().signal })
  wire(0).answer(401, {})
  await tick()
  await tick()
  wire(1).answer(201, created)
  await done
  expect([0, 1].map((index) => wire(index).headers['Idempotency-Key'])).toEqual([`"${key}"`, `"${key}"`])
})

test('an upload reports the number of sent bytes', async () => {
  const { done, onSent } = start()
  wire(0).upload.onprogress?.({ loaded: 3, total: 10 })
  wire(0).answer(201, created)
  await done
  expect(onSent).toHaveBeenCalledWith(3, 10)
})

test('a 401 refreshes once and sends the upload again with the new token', async () => {
  const { done } = start()
  wire(0).answer(401, {})
  await tick()
  wire(1).answer(201, created)
  await expect(done).resolves.toEqual(created)
  expect(wire(1).headers.Authorization).toBe('Bearer new')
})

test('section 7: the structured error is read as an object and as the first element of a file array', async () => {
  const structured = {
    error_code: 'PDF_ENCRYPTED',
    error_type: 'PDF_VALIDATION_ERROR',
    title: 'PDF protegido',
    message: 'Tiene contraseña',
    suggestion: 'Quítala',
    details: null,
    timestamp: '2026-01-31T18:00:00.000Z',
    user_action_required: true,
    can_clean: true,
    can_open: false,
  }
  for (const body of [structured, { file: [structured] }]) {
    UploadWire.sent.length = 0
    const { done } = start()
    wire(0).answer(400, body)
    const error = await reasonOf(done)
    expect(error instanceof HttpError && error.failure.kind === 'refused' && error.failure.fileError).toEqual(
      structured,
    )
  }
})

test('a cancelled upload throws an AbortError, before and during the transfer', async () => {
  const controller = new AbortController()
  const { done } = start(controller.signal)
  controller.abort()
  await expect(reasonOf(done)).resolves.toMatchObject({ name: 'AbortError' })
  await expect(reasonOf(start(controller.signal).done)).resolves.toMatchObject({ name: 'AbortError' })
  expect(UploadWire.sent).toHaveLength(1)
})

test('a broken connection throws the network message', async () => {
  const { done } = start()
  wire(0).onerror?.()
  await expect(reasonOf(done)).resolves.toMatchObject({ message: 'Error de conexión. Verifica tu internet' })
})
