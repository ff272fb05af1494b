import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { endSession } from 'shared/state'
import { logIn } from 'shared/state/account'
import { FakeView, fakeUrls, renderInShell, serveFetch } from 'shared/testing'
import { owner } from '../testing/documents.ts'
import { Thumbnail } from './Thumbnail.tsx'

let urls: ReturnType<typeof fakeUrls>

beforeEach(async () => {
  urls = fakeUrls()
  Object.assign(URL, urls)
  FakeView.install()
  Object.assign(globalThis, {
    requestIdleCallback: (run: () => void) => setTimeout(run),
    cancelIdleCallback: clearTimeout,
  })
  serveFetch(({ url }) =>
    url.includes('picture')
      ? { status: 200, body: 'picture' }
      : { status: 200, body: url.includes('profile') ? owner.user : owner },
  )
  await logIn({ username: 'ana', password: 'secreto-1' })
})
afterEach(() => {
  act(() => endSession())
  FakeView.remove()
})

function Card() {
  const [revision, setRevision] = useState(1)
  return (
    <>
      <Thumbnail subject={{ kind: 'document', id: 11, revision, page: 1 }} pages={4} fieldsTotal={1} fieldsSigned={0} />
      <button type="button" onClick={() => setRevision(2)}>
        Firmar
      </button>
    </>
  )
}

const image = () => document.querySelector('img')
const sheet = () => document.querySelector('svg')?.parentElement as HTMLElement
const showPicture = async () => {
  renderInShell(<Card />)
  expect(sheet()).toBeVisible()
  FakeView.scrollTo(sheet())
  await waitFor(() => expect(image()).not.toBeNull())
}

test('the loaded picture replaces the drawn sheet, and is nothing for a screen reader', async () => {
  await showPicture()
  expect(image()).toHaveAttribute('alt', '')
  expect(image()).toHaveClass('hidden')
  expect(sheet()).not.toHaveClass('hidden')
  fireEvent.load(image() as HTMLElement)
  expect(image()).not.toHaveClass('hidden')
  expect(sheet()).toHaveClass('hidden')
})

test('the picture of the earlier revision stays until the new one is there', async () => {
  await showPicture()
  fireEvent.load(image() as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: 'Firmar' }))
  expect(image()).toHaveAttribute('src', 'blob:1')
  await waitFor(() => expect(image()).toHaveAttribute('src', 'blob:2'))
  expect(sheet()).toHaveClass('hidden')
})

test('when the browser cannot show a picture, the card shows the drawn sheet again', async () => {
  await showPicture()
  fireEvent.load(image() as HTMLElement)
  fireEvent.error(image() as HTMLElement)
  expect(image()).toBeNull()
  expect(sheet()).not.toHaveClass('hidden')
  expect(urls.revoked).toEqual(['blob:1'])
})
