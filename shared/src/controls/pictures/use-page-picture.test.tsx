import { act, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode, useRef } from 'react'
import { logIn } from '../../state/account.ts'
import { endSession } from '../../state/index.ts'
import {
  FakeView,
  fakeUrls,
  type NetworkAnswer,
  type SentCall,
  sampleSession,
  serveFetch,
} from '../../testing/index.ts'
import type { PictureSubject } from './load-picture.ts'
import { usePagePicture } from './use-page-picture.ts'

const contract = { kind: 'document', id: 11, revision: 1, page: 1 } as const
const PICTURE = { status: 200, body: 'picture' }

const idle = {
  waiting: new Map<number, () => void>(),
  request: (run: () => void) => {
    const handle = idle.waiting.size + 1
    idle.waiting.set(handle, run)
    return handle
  },
}
/** Requests pass through a chunk, the queue and fetch. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
const grantIdle = async () => {
  const due = [...idle.waiting.values()]
  idle.waiting.clear()
  act(() => {
    for (const run of due) run()
  })
  await settled()
}

let urls: ReturnType<typeof fakeUrls>
let answer: (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer>
let calls: SentCall[]

beforeEach(async () => {
  urls = fakeUrls()
  Object.assign(URL, urls)
  FakeView.install()
  idle.waiting.clear()
  Object.assign(globalThis, {
    requestIdleCallback: idle.request,
    cancelIdleCallback: (handle: number) => idle.waiting.delete(handle),
  })
  answer = () => PICTURE
  calls = serveFetch((call) =>
    call.url.includes('picture')
      ? answer(call)
      : { status: 200, body: call.url.includes('profile') ? sampleSession.user : sampleSession },
  )
  await logIn({ username: 'ana', password: 'secreto-1' })
})
afterEach(() => {
  act(() => endSession())
  FakeView.remove()
  Reflect.deleteProperty(navigator, 'connection')
  Reflect.deleteProperty(globalThis, 'devicePixelRatio')
})

const asked = () => calls.filter(({ url }) => url.includes('picture')).map(({ url }) => url)

function Card({ subject }: { readonly subject: PictureSubject | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const { url, discard } = usePagePicture(place, subject, 160)
  return (
    <div ref={place} data-testid="place">
      {url !== undefined && <img src={url} alt="" onError={discard} />}
    </div>
  )
}

const show = (...subjects: (PictureSubject | undefined)[]) => {
  const tree = (shown: typeof subjects) => (
    <StrictMode>
      {shown.map((subject, index) => (
        <Card key={index} subject={subject} />
      ))}
    </StrictMode>
  )
  const view = render(tree(subjects))
  return { ...view, change: (...next: typeof subjects) => view.rerender(tree(next)) }
}

const place = (index = 0) => screen.getAllByTestId('place')[index] as HTMLElement
const image = (index = 0) => place(index).querySelector('img')
const comeNear = async (index = 0) => {
  FakeView.scrollTo(place(index))
  await grantIdle()
}

test('a place near the view asks for its picture when the browser is idle, with the session', async () => {
  show(contract)
  await grantIdle()
  FakeView.scrollTo(place())
  await settled()
  expect(asked()).toEqual([])
  await grantIdle()
  expect(asked()).toEqual(['/home/api/files/11/pages/1/picture?width=160&revision=1'])
  expect(calls.at(-1)?.token).toBe(sampleSession.access_token)
  expect(image()).toHaveAttribute('src', 'blob:1')
})

test('a template has its picture by version, and dense displays get more pixels', async () => {
  Object.assign(globalThis, { devicePixelRatio: 2 })
  show({ kind: 'template', id: 5, version: 3 })
  await comeNear()
  expect(asked()).toEqual(['/home/api/templates/5/picture/?width=320&version=3'])
})

test('a place that leaves the view cancels its request, and asks again when it returns', async () => {
  const never = Promise.withResolvers<NetworkAnswer>()
  answer = () => never.promise
  show(contract)
  await comeNear()
  FakeView.scrollAway(place())
  expect(calls.at(-1)?.signal?.aborted).toBe(true)
  answer = () => PICTURE
  never.resolve(new DOMException('gone', 'AbortError'))
  await comeNear()
  expect(asked()).toHaveLength(2)
  expect(image()).not.toBeNull()
})

test('three pictures are asked for at once, the others in their order', async () => {
  const open: PromiseWithResolvers<NetworkAnswer>[] = []
  answer = () => {
    const next = Promise.withResolvers<NetworkAnswer>()
    open.push(next)
    return next.promise
  }
  show(...[1, 2, 3, 4, 5].map((id) => ({ ...contract, id })))
  for (const index of [0, 1, 2, 3, 4]) FakeView.scrollTo(place(index))
  await grantIdle()
  expect(open).toHaveLength(3)
  open[1]?.resolve(PICTURE)
  await settled()
  expect(asked().map((url) => /files\/(\d)/.exec(url)?.[1])).toEqual(['1', '2', '3', '4'])
  for (const one of open) one.resolve(PICTURE)
  await settled()
  open[4]?.resolve(PICTURE)
  await settled()
  expect([0, 1, 2, 3, 4].every((index) => image(index) !== null)).toBe(true)
})

test('a shown picture is not asked for again, and its memory is given back at the end', async () => {
  const { unmount } = show(contract)
  await comeNear()
  FakeView.scrollAway(place())
  await comeNear()
  expect(asked()).toHaveLength(1)
  expect(image()).not.toBeNull()
  unmount()
  expect(urls.revoked).toEqual(['blob:1'])
})

test('the picture of the earlier revision stays until the next one is there', async () => {
  const { change } = show(contract)
  await comeNear()
  const next = Promise.withResolvers<NetworkAnswer>()
  answer = () => next.promise
  change({ ...contract, revision: 2 })
  await settled()
  expect(asked().at(-1)).toContain('revision=2')
  expect(image()).toHaveAttribute('src', 'blob:1')
  next.resolve(PICTURE)
  await settled()
  expect(image()).toHaveAttribute('src', 'blob:2')
  expect(urls.revoked).toEqual(['blob:1'])
})

test('a page that cannot be drawn has no picture and is asked for once', async () => {
  answer = () => ({ status: 204, body: '' })
  show(contract)
  await comeNear()
  FakeView.scrollAway(place())
  await comeNear()
  expect(asked()).toHaveLength(1)
  expect(image()).toBeNull()
})

test('after a failure the place keeps its drawing, and asks when it comes near the view again', async () => {
  answer = () => ({ status: 404, body: '{}' })
  show(contract)
  await comeNear()
  expect(image()).toBeNull()
  answer = () => PICTURE
  FakeView.scrollAway(place())
  await comeNear()
  expect(image()).not.toBeNull()
})

test('a picture that the browser cannot show is removed', async () => {
  show(contract)
  await comeNear()
  fireEvent.error(image() as HTMLElement)
  expect(image()).toBeNull()
  expect(urls.revoked).toEqual(['blob:1'])
})

test('a browser in data-saving mode asks for nothing, nor does one without IntersectionObserver', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  const { unmount } = show(contract)
  await comeNear()
  unmount()
  Reflect.deleteProperty(navigator, 'connection')
  FakeView.remove()
  show(contract)
  await comeNear()
  expect(asked()).toEqual([])
})

test('a place without a subject waits for one', async () => {
  const { change } = show(undefined)
  await comeNear()
  expect(asked()).toEqual([])
  change(contract)
  await comeNear()
  expect(asked()).toHaveLength(1)
})

test('a browser without idle callbacks asks after a pause', async () => {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback')
  show(contract)
  jest.useFakeTimers()
  FakeView.scrollTo(place())
  act(() => jest.advanceTimersByTime(299))
  jest.useRealTimers()
  await settled()
  expect(asked()).toEqual([])
})
