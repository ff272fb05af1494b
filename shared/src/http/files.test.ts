/** @jest-environment node */

import { sampleFile } from '../testing/samples.ts'
import { provideAuth } from './auth.ts'
import { filesApi } from './files.ts'
import { HttpError } from './http-error.ts'

const document = sampleFile()

const serve = (...answers: Response[]) => {
  const sent: { url: string; accept: string | null; token: string | null }[] = []
  globalThis.fetch = jest.fn(async (url, init) => {
    const headers = new Headers(init?.headers)
    sent.push({ url: String(url), accept: headers.get('Accept'), token: headers.get('Authorization') })
    const next = answers.shift()
    if (next === undefined) throw new Error('nothing more to answer')
    return next
  })
  return sent
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

const inPieces = (pieces: string[], { headers = {}, breaksOff = false } = {}) => {
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift()
      if (piece !== undefined) controller.enqueue(bytes.encode(piece))
      else if (breaksOff) controller.error(new TypeError('network error'))
      else controller.close()
    },
  })
  return new Response(body, { headers })
}

const failureOf = async (call: Promise<unknown>): Promise<HttpError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof HttpError)) throw new Error(`expected an HttpError, got ${String(error)}`)
  return error
}

let token = 'old'
beforeEach(() => {
  token = 'old'
  provideAuth({
    accessToken: () => token,
    refresh: async () => {
      token = 'new'
      return token
    },
  })
})

test('find requests a page with the given parameters and no others', async () => {
  const sent = serve(json({ documents: [document], next_cursor: 'c2' }))
  const page = await filesApi.find({ limit: '24', q: 'señal & más', status: undefined, sort: 'name', signed: 'true' })
  expect(sent[0]?.url).toBe('/home/api/files/?limit=24&q=se%C3%B1al+%26+m%C3%A1s&sort=name&signed=true')
  expect(page).toEqual({ documents: [document], next_cursor: 'c2' })
})

test('get requests one document by its id', async () => {
  const sent = serve(json(document))
  await expect(filesApi.get(11)).resolves.toEqual(document)
  expect(sent[0]).toMatchObject({ url: '/home/api/files/11/', token: 'Bearer old' })
})

test.each([
  ['share', 'POST'],
  ['unshare', 'DELETE'],
] as const)('%s sends a %s and returns the changed document', async (call, method) => {
  const sent = serve(json({ ...document, is_shared: call === 'share' }))
  await expect(filesApi[call](11, { mode: 'read', email_code: false })).resolves.toMatchObject({
    id: 11,
    is_shared: call === 'share',
  })
  expect(sent[0]).toMatchObject({ url: '/home/api/files/11/share/', token: 'Bearer old' })
  expect(globalThis.fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ method }))
})

test.each([
  [undefined, '/home/api/files/11/public_download'],
  ['newest', '/home/api/files/11/public_download'],
  ['original', '/home/api/files/11/public_download?revision=original'],
] as const)('download requests the revision %s from %s', async (revision, url) => {
  const sent = serve(inPieces(['%PDF']))
  const blob = await filesApi.download(11, 'session', revision ? { revision } : {})
  expect(sent[0]).toEqual({ url, accept: 'application/pdf', token: 'Bearer old' })
  expect(await blob.text()).toBe('%PDF')
})

test('a download reports its progress and keeps the order of its bytes', async () => {
  serve(inPieces(['%PDF', '-1.7', '\n'], { headers: { 'content-length': '9', 'content-type': 'application/pdf' } }))
  const progressed: [number, number | undefined][] = []
  const onReceived = (received: number, total: number | undefined) => void progressed.push([received, total])
  const blob = await filesApi.download(11, { token: 'guest' }, { onReceived })
  expect(progressed).toEqual([
    [4, 9],
    [8, 9],
    [9, 9],
  ])
  expect(await blob.text()).toBe('%PDF-1.7\n')
  expect(blob.type).toBe('application/pdf')
})

test.each([
  ['with progress', { onReceived: () => undefined }],
  ['without progress', {}],
])('a download that breaks off is a network failure, %s', async (_case, options) => {
  serve(inPieces(['%PDF'], { breaksOff: true }))
  const error = await failureOf(filesApi.download(11, 'session', options))
  expect(error.failure.kind).toBe('network')
})

test('a refused download throws the message for its status', async () => {
  serve(json({}, 404))
  expect((await failureOf(filesApi.download(11, 'session'))).message).toBe('Recurso no encontrado (404)')
})

describe('events', () => {
  const open = () => filesApi.events(new AbortController().signal)

  test('events sends the bearer in a header and not in the address', async () => {
    const sent = serve(inPieces([': hola\n\n']))
    const answer = await open()
    expect(sent).toEqual([{ url: '/home/api/files/events', accept: 'text/event-stream', token: 'Bearer old' }])
    expect(await answer.text()).toBe(': hola\n\n')
  })

  test('events refreshes once after a 401 and opens again with the new token', async () => {
    const sent = serve(json({}, 401), inPieces([]))
    expect((await open()).ok).toBe(true)
    expect(sent.map((call) => call.token)).toEqual(['Bearer old', 'Bearer new'])
  })

  test('events throws an error for a refusal', async () => {
    serve(json({ code: 'UNAVAILABLE', message: 'El servicio no está disponible' }, 503))
    expect((await failureOf(open())).status).toBe(503)
  })

  test('events throws an AbortError when the caller stops during the opening', async () => {
    globalThis.fetch = jest.fn(async () => {
      throw new DOMException('stopped', 'AbortError')
    })
    await expect(open()).rejects.toHaveProperty('name', 'AbortError')
  })
})
