import { act, render, waitFor } from '@testing-library/react'
import type { PagePictureProps } from 'shared/contract'
import { endSession } from 'shared/state'
import { logInOwner, serveApi } from '../testing/fake-api.ts'
import { type FakeEngineOptions, fakeEngine } from '../testing/fake-engine.ts'
import { storedFile } from '../testing/wire.ts'
import { EngineProvider } from '../viewer/engine/engine-context.ts'
import PagePicture from './PagePicture.tsx'

const source = (id = 3, revision = 1) => ({ kind: 'document', document: storedFile({ id, revision }) }) as const
const bytes = new TextEncoder().encode('%PDF-1.7')
// jsdom's `File` lacks `arrayBuffer`.
const localFile = Object.assign(new File([bytes], 'contrato.pdf', { type: 'application/pdf' }), {
  arrayBuffer: async () => bytes.buffer,
})

const ask = (options: FakeEngineOptions, ...sources: PagePictureProps['source'][]) => {
  const fake = fakeEngine(options)
  const asked = sources.map(() => ({ onPicture: jest.fn(), onFailure: jest.fn() }))
  const tree = (shown: readonly PagePictureProps['source'][], width = 256) => (
    <EngineProvider value={fake.load}>
      {shown.map((each, index) => {
        const { onPicture, onFailure } = asked[index] ?? { onPicture: jest.fn(), onFailure: jest.fn() }
        return <PagePicture key={index} source={each} width={width} onPicture={onPicture} onFailure={onFailure} />
      })}
    </EngineProvider>
  )
  const view = render(tree(sources))
  return { ...fake, asked, view, show: (...shown: Parameters<typeof tree>) => view.rerender(tree(...shown)) }
}

const picture = new Blob(['picture'], { type: 'image/webp' })
const settled = () => act(async () => undefined)

let toBlob: jest.Mock

beforeEach(async () => {
  toBlob = jest.fn((done: BlobCallback) => done(picture))
  HTMLCanvasElement.prototype.toBlob = toBlob
  serveApi({})
  await logInOwner()
})
afterEach(() => endSession())

test('PagePicture opens a stored document with the access token and returns its first page and page count', async () => {
  const { asked, record, view } = ask({ pages: 7 }, source())
  await waitFor(() => expect(asked[0]?.onPicture).toHaveBeenCalledWith(picture, 7))
  expect(record.requests).toEqual([
    { url: '/home/api/files/3/public_download', headers: { Authorization: 'Bearer owner-token' } },
  ])
  // The fake's pages are 600 points wide.
  expect(record.painted).toEqual([{ page: 1, scale: 256 / 600 }])
  expect(toBlob.mock.calls[0]?.[1]).toBe('image/webp')
  expect(record.closed).toBe(1)
  expect(view.container).toBeEmptyDOMElement()
  expect(asked[0]?.onFailure).not.toHaveBeenCalled()
})

test('PagePicture renews an expired access token once', async () => {
  let refused = 0
  const refuse = () => (refused++ === 0 ? 401 : undefined)
  const { asked, record } = ask({ refuse }, source())
  await waitFor(() => expect(asked[0]?.onPicture).toHaveBeenCalledTimes(1))
  expect(record.requests).toHaveLength(2)
  expect(record.closed).toBe(2)
})

test('PagePicture reads a file that is not uploaded from memory', async () => {
  const { asked, record } = ask({}, { kind: 'file', file: localFile })
  await waitFor(() => expect(asked[0]?.onPicture).toHaveBeenCalledWith(picture, 3))
  expect(record.requests).toEqual([{ bytes }])
})

test.each<[string, FakeEngineOptions]>([
  ['cannot be opened', { refuse: () => 404 }],
  ['cannot be opened, whatever the server answers', { refuse: () => 401 }],
  ['cannot be painted', { paint: () => Promise.reject(new Error('damaged')) }],
])('PagePicture reports a failure and closes a document that %s', async (_case, options) => {
  const { asked, record } = ask(options, source())
  await waitFor(() => expect(asked[0]?.onFailure).toHaveBeenCalledTimes(1))
  expect(asked[0]?.onPicture).not.toHaveBeenCalled()
  expect(record.closed).toBe(record.requests.length)
})

test('PagePicture reports a failure when the canvas gives no picture', async () => {
  toBlob.mockImplementation((done: BlobCallback) => done(null))
  const { asked } = ask({}, source())
  await waitFor(() => expect(asked[0]?.onFailure).toHaveBeenCalledTimes(1))
})

test('PagePicture paints a very large page at a reduced scale', async () => {
  const { asked, record } = ask({ size: { width: 100, height: 40_000 } }, source())
  await waitFor(() => expect(asked[0]?.onPicture).toHaveBeenCalled())
  const scale = record.painted[0]?.scale ?? 0
  expect(100 * scale * 40_000 * scale).toBeLessThanOrEqual(4 * 1024 * 1024 + 1)
})

const paintings = () => {
  const begun: PromiseWithResolvers<'painted'>[] = []
  const paint = () => {
    const painting = Promise.withResolvers<'painted'>()
    begun.push(painting)
    return painting.promise
  }
  return { begun, paint, end: (index: number) => act(async () => begun[index]?.resolve('painted')) }
}

test('PagePicture makes two pictures at a time and the others in their order', async () => {
  const { begun, paint, end } = paintings()
  const { asked, record } = ask({ paint }, source(1), source(2), source(3), source(4))
  await waitFor(() => expect(begun).toHaveLength(2))
  await settled()
  expect(record.requests).toHaveLength(2)
  await end(1)
  await waitFor(() => expect(begun).toHaveLength(3))
  expect(asked.map(({ onPicture }) => onPicture.mock.calls.length)).toEqual([0, 1, 0, 0])
  await end(0)
  await end(2)
  await waitFor(() => expect(begun).toHaveLength(4))
  await end(3)
  await waitFor(() => expect(asked.at(3)?.onPicture).toHaveBeenCalled())
  expect(record.requests.map((request) => 'url' in request && request.url)).toEqual(
    [1, 2, 3, 4].map((id) => `/home/api/files/${id}/public_download`),
  )
})

test('unmounting cancels and closes a running picture, and a queued picture never starts', async () => {
  const { begun, paint, end } = paintings()
  const { asked, record, show } = ask({ paint }, source(1), source(2), source(3), source(4))
  await waitFor(() => expect(begun).toHaveLength(2))
  show([source(1)])
  expect(record.cancelled).toBe(1)
  await end(1)
  await end(0)
  await waitFor(() => expect(asked[0]?.onPicture).toHaveBeenCalledTimes(1))
  expect(record.requests).toHaveLength(2)
  expect(record.closed).toBe(2)
  for (const { onPicture, onFailure } of asked.slice(1)) {
    expect(onPicture).not.toHaveBeenCalled()
    expect(onFailure).not.toHaveBeenCalled()
  }
})

test('a new revision or width makes a new picture; the same revision does not', async () => {
  const { asked, record, show } = ask({}, source(3, 1))
  await waitFor(() => expect(asked[0]?.onPicture).toHaveBeenCalledTimes(1))
  show([source(3, 1)])
  await settled()
  expect(record.requests).toHaveLength(1)
  show([source(3, 2)])
  await waitFor(() => expect(asked[0]?.onPicture).toHaveBeenCalledTimes(2))
  show([source(3, 2)], 512)
  await waitFor(() => expect(asked[0]?.onPicture).toHaveBeenCalledTimes(3))
})
