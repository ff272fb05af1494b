import { render, waitFor } from '@testing-library/react'
import type { PagePictureProps } from 'shared/contract'
import { type FakeEngineOptions, fakeEngine } from '../testing/fake-engine.ts'
import { storedFile } from '../testing/wire.ts'
import { EngineProvider } from '../viewer/engine/engine-context.ts'
import PagePicture from './PagePicture.tsx'

const bytes = new TextEncoder().encode('%PDF-1.7')
// jsdom's `File` lacks `arrayBuffer`.
const localFile = () =>
  Object.assign(new File([bytes], 'contrato.pdf', { type: 'application/pdf' }), {
    arrayBuffer: async () => bytes.buffer,
  })

const ask = (options: FakeEngineOptions, first: PagePictureProps['source']) => {
  const fake = fakeEngine(options)
  const asked = { onPicture: jest.fn(), onFailure: jest.fn() }
  const tree = (source: PagePictureProps['source'], width = 256) => (
    <EngineProvider value={fake.load}>
      <PagePicture source={source} width={width} {...asked} />
    </EngineProvider>
  )
  const view = render(tree(first))
  return { ...fake, ...asked, view, show: (...shown: Parameters<typeof tree>) => view.rerender(tree(...shown)) }
}

const chosen = (file = localFile()) => ({ kind: 'file', file }) as const
const picture = new Blob(['picture'], { type: 'image/webp' })
let toBlob: jest.Mock

beforeEach(() => {
  toBlob = jest.fn((done: BlobCallback) => done(picture))
  HTMLCanvasElement.prototype.toBlob = toBlob
})

test('PagePicture reads a chosen file from memory and returns its first page and page count', async () => {
  const { onPicture, onFailure, record, view } = ask({ pages: 7 }, chosen())
  await waitFor(() => expect(onPicture).toHaveBeenCalledWith(picture, 7))
  expect(record.requests).toEqual([{ bytes }])
  // The fake's pages are 600 points wide.
  expect(record.painted).toEqual([{ page: 1, scale: 256 / 600 }])
  expect(toBlob.mock.calls[0]?.[1]).toBe('image/webp')
  expect(record.closed).toBe(1)
  expect(view.container).toBeEmptyDOMElement()
  expect(onFailure).not.toHaveBeenCalled()
})

test('PagePicture refuses a stored document, so that a host of an earlier release keeps its drawing', () => {
  const { onPicture, onFailure, record } = ask({}, { kind: 'document', document: storedFile() })
  expect(onFailure).toHaveBeenCalledTimes(1)
  expect(onPicture).not.toHaveBeenCalled()
  expect(record.requests).toEqual([])
})

test.each<[string, FakeEngineOptions]>([
  ['cannot be opened', { refuse: () => 404 }],
  ['cannot be painted', { paint: () => Promise.reject(new Error('damaged')) }],
])('PagePicture reports a failure and closes a document that %s', async (_case, options) => {
  const { onPicture, onFailure, record } = ask(options, chosen())
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1))
  expect(onPicture).not.toHaveBeenCalled()
  expect(record.closed).toBe(record.requests.length)
})

test('PagePicture reports a failure when the canvas gives no picture', async () => {
  toBlob.mockImplementation((done: BlobCallback) => done(null))
  const { onFailure } = ask({}, chosen())
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1))
})

test('PagePicture paints a very large page at a reduced scale', async () => {
  const { onPicture, record } = ask({ size: { width: 100, height: 40_000 } }, chosen())
  await waitFor(() => expect(onPicture).toHaveBeenCalled())
  const scale = record.painted[0]?.scale ?? 0
  expect(100 * scale * 40_000 * scale).toBeLessThanOrEqual(4 * 1024 * 1024 + 1)
})

test('unmounting cancels and closes a running picture', async () => {
  const painting = Promise.withResolvers<'painted'>()
  const begun = jest.fn(() => painting.promise)
  const { onPicture, onFailure, record, view } = ask({ paint: begun }, chosen())
  await waitFor(() => expect(begun).toHaveBeenCalled())
  view.unmount()
  expect(record.cancelled).toBe(1)
  painting.resolve('painted')
  await waitFor(() => expect(record.closed).toBe(1))
  expect(onPicture).not.toHaveBeenCalled()
  expect(onFailure).not.toHaveBeenCalled()
})

test('another file or width makes a new picture; the same file does not', async () => {
  const source = chosen()
  const { onPicture, record, show } = ask({}, source)
  await waitFor(() => expect(onPicture).toHaveBeenCalledTimes(1))
  show({ ...source })
  show(chosen())
  await waitFor(() => expect(onPicture).toHaveBeenCalledTimes(2))
  expect(record.requests).toHaveLength(2)
  show(source, 512)
  await waitFor(() => expect(onPicture).toHaveBeenCalledTimes(3))
})
