import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { endSession } from 'shared/state'
import { logIn } from 'shared/state/account'
import { renderInShell, serveFetch, settle } from 'shared/testing'
import { documentWith, owner } from '../testing/documents.ts'
import { fakeCaches } from '../testing/fake-caches.ts'
import { fakeSigning } from '../testing/fake-signing.tsx'
import { fakeUrls } from '../testing/fake-urls.ts'
import { userPictures } from './session-pictures.ts'
import { Thumbnail } from './Thumbnail.tsx'

const picture = new Blob(['picture'], { type: 'image/webp' })
const file = documentWith({ id: 11, revision: 1 })

class View implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
  static watching = new Map<Element, View>()
  private readonly notify: (entries: { isIntersecting: boolean }[]) => void
  constructor(notify: (entries: { isIntersecting: boolean }[]) => void, options: IntersectionObserverInit) {
    expect(options.rootMargin).toBe('240px')
    this.notify = notify
  }
  observe(element: Element) {
    View.watching.set(element, this)
  }
  disconnect() {
    for (const [element, view] of View.watching) if (view === this) View.watching.delete(element)
  }
  static scroll(near: boolean) {
    act(() => {
      for (const view of new Set(View.watching.values())) view.notify([{ isIntersecting: near }])
    })
  }
}

const idle = {
  waiting: new Map<number, () => void>(),
  request: (run: () => void) => {
    const handle = idle.waiting.size + 1
    idle.waiting.set(handle, run)
    return handle
  },
  grant: () =>
    act(() => {
      const due = [...idle.waiting.values()]
      idle.waiting.clear()
      for (const run of due) run()
    }),
}

const image = () => document.querySelector('img')
const sheet = () => document.querySelector('svg')?.parentElement
const load = () => {
  const shown = image()
  if (shown) fireEvent.load(shown)
}

const show = (first: UserFile = file) => {
  const remote = fakeSigning()
  function Card() {
    const [current, setCurrent] = useState(first)
    return (
      <>
        <Thumbnail file={current} />
        <button type="button" onClick={() => setCurrent({ ...current, revision: current.revision + 1 })}>
          Firmar
        </button>
      </>
    )
  }
  const view = renderInShell(<Card />, { host: remote.host })
  return { ...remote, ...view }
}

const comeNear = async () => {
  await settle()
  View.scroll(true)
  idle.grant()
}

let urls: ReturnType<typeof fakeUrls>
let disk: ReturnType<typeof fakeCaches>

beforeEach(async () => {
  jest.useFakeTimers()
  urls = fakeUrls()
  disk = fakeCaches()
  disk.install()
  Object.assign(URL, urls)
  Object.assign(globalThis, {
    IntersectionObserver: View,
    requestIdleCallback: idle.request,
    cancelIdleCallback: (handle: number) => idle.waiting.delete(handle),
  })
  idle.waiting.clear()
  serveFetch(({ url }) => ({ status: 200, body: url.includes('profile') ? owner.user : owner }))
  await logIn({ username: 'ana', password: 'secreto-1' })
})
afterEach(async () => {
  act(() => endSession())
  await settle()
  disk.remove()
  Reflect.deleteProperty(navigator, 'connection')
  jest.useRealTimers()
})

test('a card near the view requests its thumbnail when idle; the loaded picture replaces the drawn sheet', async () => {
  const { asked, last, mounted } = show()
  expect(sheet()).toBeVisible()
  await comeNear()
  expect(last()).toMatchObject({ quiet: true, slot: 'page-picture' })
  expect(last().props).toMatchObject({ source: { kind: 'document', document: file }, width: 160 })

  act(() => last().props.onPicture(picture, 4))
  expect(mounted()).toBe(0)
  expect(image()).toHaveAttribute('alt', '')
  expect(image()).toHaveClass('hidden')
  expect(sheet()).not.toHaveClass('hidden')
  load()
  expect(image()).not.toHaveClass('hidden')
  expect(sheet()).toHaveClass('hidden')
  expect(new Set(asked.map(({ props }) => props.width))).toEqual(new Set([160]))
})

test('a card requests no thumbnail while it is far from the view or the browser is not idle', async () => {
  const { asked } = show()
  await settle()
  View.scroll(false)
  idle.grant()
  View.scroll(true)
  expect(asked).toEqual([])
  View.scroll(false)
  idle.grant()
  expect(asked).toEqual([])
})

test('a card that leaves the view cancels its request, and requests the thumbnail again when it returns', async () => {
  const { mounted } = show()
  await comeNear()
  expect(mounted()).toBe(1)
  View.scroll(false)
  expect(mounted()).toBe(0)
  View.scroll(true)
  idle.grant()
  expect(mounted()).toBe(1)
})

test('a card shows a thumbnail from memory immediately, and requests nothing', async () => {
  const url = userPictures(owner.user.id).keep('/thumbnails/11/1/160', picture)
  const { asked } = show()
  expect(image()).toHaveAttribute('src', url)
  expect(image()?.parentElement).not.toHaveClass('made')
  await comeNear()
  expect(asked).toEqual([])
  expect(View.watching.size).toBe(0)
})

test('a card shows a thumbnail that an earlier visit stored, and requests nothing', async () => {
  userPictures(owner.user.id).keep('/thumbnails/11/1/160', picture)
  await settle()
  userPictures(owner.user.id).forget('/thumbnails/11/1/160')
  const { asked } = show()
  expect(image()).toBeNull()
  await comeNear()
  expect(image()).not.toBeNull()
  expect(asked).toEqual([])
})

test('a new revision requests a new thumbnail, and the old thumbnail stays until the new one arrives', async () => {
  userPictures(owner.user.id).keep('/thumbnails/11/1/160', picture)
  const { last } = show()
  load()
  const before = image()?.getAttribute('src')
  fireEvent.click(screen.getByRole('button', { name: 'Firmar' }))
  await comeNear()
  expect(image()).toHaveAttribute('src', before)
  expect(last().props.source).toMatchObject({ document: { id: 11, revision: 2 } })
  act(() => last().props.onPicture(picture, 4))
  expect(image()?.getAttribute('src')).not.toBe(before)
  expect(sheet()).toHaveClass('hidden')
})

test('a document whose thumbnail failed keeps its drawn sheet, also when it is shown again', async () => {
  const { last, unmount } = show()
  await comeNear()
  act(() => last().props.onFailure())
  expect(image()).toBeNull()
  unmount()
  const again = show()
  await comeNear()
  expect(again.asked).toEqual([])
  expect(sheet()).toBeVisible()
})

test('when rendering is unavailable, other cards request no thumbnail', async () => {
  const { last, mounted, unmount } = show()
  await comeNear()
  act(() => last().onUnavailable?.())
  expect(mounted()).toBe(0)
  unmount()
  const other = show(documentWith({ id: 12 }))
  await comeNear()
  expect(other.asked).toEqual([])
})

test('when the browser cannot show a picture, the card shows the drawn sheet again', async () => {
  userPictures(owner.user.id).keep('/thumbnails/11/1/160', picture)
  show()
  const broken = image()
  if (broken) fireEvent.error(broken)
  expect(image()).toBeNull()
  expect(sheet()).not.toHaveClass('hidden')
  expect(urls.revoked).toHaveLength(1)
})

test('a browser in data-saving mode requests no thumbnails', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  const { asked } = show()
  await comeNear()
  expect(asked).toEqual([])
})

test('a browser without idle callbacks requests the thumbnail after 300 ms', async () => {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback')
  const { mounted } = show()
  await settle()
  View.scroll(true)
  await settle(299)
  expect(mounted()).toBe(0)
  await settle(1)
  expect(mounted()).toBe(1)
})

test('without IntersectionObserver, cards keep the drawn sheets and request no thumbnails', async () => {
  Reflect.deleteProperty(globalThis, 'IntersectionObserver')
  const { asked } = show()
  await comeNear()
  expect(asked).toEqual([])
  expect(sheet()).toBeVisible()
})
