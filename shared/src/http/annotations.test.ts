/** @jest-environment node */
import { serveFetch } from '../testing/serve-fetch.ts'
import { annotationsApi } from './annotations.ts'
import { provideAuth } from './auth.ts'

const sha256 = 'ab'.repeat(32)
const signal = new AbortController().signal

beforeEach(() => provideAuth({ accessToken: () => 'word', refresh: async () => undefined }))

const readable = (text: string) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(Buffer.from(text)))
      controller.close()
    },
  })

test('open returns the bytes of the revision and the hash from the ETag', async () => {
  const calls = serveFetch(() => ({
    status: 200,
    body: '',
    headers: { etag: `"${sha256}"` },
    stream: readable('%PDF-'),
  }))
  const onReceived = jest.fn()
  const opened = await annotationsApi.open(7, { signal, onReceived })
  expect([Buffer.from(opened.bytes).toString(), opened.sha256]).toEqual(['%PDF-', sha256])
  expect(calls).toMatchObject([{ url: '/home/api/files/7/public_download', token: 'word' }])
  expect(onReceived).toHaveBeenLastCalledWith(5, undefined)
})

test('open fails without an ETag, because annotations could not be saved', async () => {
  serveFetch(() => ({ status: 200, body: '%PDF-' }))
  await expect(annotationsApi.open(7, { signal })).rejects.toMatchObject({ name: 'HttpError' })
})

test('save sends the appended bytes after the base hash and the request key', async () => {
  const sent: FormData[] = []
  class Wire {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onloadend?: () => void
    status = 409
    responseText = JSON.stringify({ code: 'ANNOTATIONS_OUTDATED', message: 'Otra versión' })
    open = jest.fn()
    setRequestHeader = jest.fn()
    getResponseHeader = () => null
    send(form: FormData) {
      sent.push(form)
      this.onload?.()
      this.onloadend?.()
    }
  }
  globalThis.XMLHttpRequest = Wire as unknown as typeof XMLHttpRequest
  const key = '00000000-0000-4000-8000-000000000000'
  const saving = annotationsApi.save(
    { fileId: 7, base: sha256, tail: new Uint8Array([1, 2, 3]), key },
    { onSent: jest.fn(), signal },
  )
  await expect(saving).rejects.toMatchObject({ code: 'ANNOTATIONS_OUTDATED', message: 'Otra versión' })
  const parts = [...(sent[0]?.entries() ?? [])].map(([name, part]) => [name, part instanceof File ? part.size : part])
  expect(parts).toEqual([
    ['base_sha256', sha256],
    ['request_key', key],
    ['tail', 3],
  ])
})
