import { act, screen, waitFor, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import { FakeView, fakeUrls } from 'shared/testing'
import type { FakeApi } from '../../testing/fake-api.ts'
import { addThirdParty, button, openEditor, sent, tabs } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()

beforeEach(() => {
  window.innerWidth = 1440
  FakeView.install()
  Object.assign(URL, fakeUrls())
  Object.assign(globalThis, {
    requestIdleCallback: (run: () => void) => setTimeout(run),
    cancelIdleCallback: clearTimeout,
  })
})
afterEach(() => {
  act(() => endSession())
  FakeView.remove()
})

const strip = () => screen.queryByRole('navigation', { name: 'Páginas' })
const pages = () => within(strip() as HTMLElement).getAllByRole('listitem')
const initialsIn = (element: Element) =>
  [...element.querySelectorAll<HTMLElement>('[data-initials]')].map(({ dataset }) => dataset.initials)
const pageButton = (name: string | RegExp) => within(strip() as HTMLElement).getByRole('button', { name })
const scrollTo = (...numbers: number[]) => {
  const buttons = [...(strip()?.querySelectorAll('button[data-page]') ?? [])]
  for (const [index, each] of buttons.entries()) FakeView.scrollTo(each, numbers.includes(index + 1))
}
const images = () => strip()?.querySelectorAll('img')

/** Pages of the API's pictures; those in `broken` cannot be drawn. */
const pictures = (broken: readonly number[] = []) => {
  const drawn: number[] = []
  const answer: FakeApi['answer'] = ({ url }) => {
    const page = Number(/pages\/(\d+)\/picture/.exec(url)?.[1])
    if (!page) return undefined
    drawn.push(page)
    return broken.includes(page) ? { status: 204, body: '' } : { status: 200, body: 'picture' }
  }
  return { drawn, answer }
}

test('a document of three pages has no strip, one of four has', async () => {
  const { engine } = await openEditor({}, { pages: 3 })
  expect(strip()).toBeNull()
  expect(engine.record.painted.every(({ page }) => page <= 3)).toBe(true)
})

test('of 300 pages the API is asked for those in view', async () => {
  const { drawn, answer } = pictures()
  const { calls, engine } = await openEditor({ answer }, { pages: 300 }, { id: 3, revision: 2 })
  expect(pages()).toHaveLength(300)
  expect(drawn).toEqual([])
  scrollTo(1, 2, 3)
  await waitFor(() => expect(images()).toHaveLength(3))
  scrollTo(299, 300)
  await waitFor(() => expect(images()).toHaveLength(5))
  expect(drawn).toEqual([1, 2, 3, 299, 300])
  expect(sent(calls, 'GET', '/files/3/pages/300/picture').map(({ url }) => url.split('?')[1])).toEqual([
    'width=160&revision=2',
  ])
  expect(engine.record.painted.every(({ scale }) => scale >= 0.5)).toBe(true)
})

test('a page that cannot be drawn stays blank, and the others are drawn', async () => {
  const { drawn, answer } = pictures([2])
  await openEditor({ answer }, { pages: 4 })
  scrollTo(2, 3)
  await waitFor(() => expect(images()).toHaveLength(1))
  expect(drawn).toEqual([2, 3])
  expect(pageButton('Página 3').querySelector('img')).toHaveAttribute('alt', '')
})

test('a press shows the page, which is then the current one; the arrows walk on', async () => {
  const { user } = await openEditor({}, { pages: 5 })
  expect(pageButton('Página 1')).toHaveAttribute('aria-current', 'page')
  await user.click(pageButton('Página 4'))
  expect(await screen.findByText('Página 4 de 5')).toBeVisible()
  expect(pageButton('Página 4')).toHaveAttribute('aria-current', 'page')
  expect(within(strip() as HTMLElement).getAllByRole('button', { current: 'page' })).toHaveLength(1)
  for (const [key, page] of [
    ['{ArrowUp}', 3],
    ['{ArrowDown}', 4],
    ['{End}', 5],
    ['{ArrowDown}', 5],
    ['{Home}', 1],
    ['{ArrowUp}', 1],
  ] as const) {
    await user.keyboard(key)
    expect(pageButton(`Página ${page}`)).toHaveFocus()
  }
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Página 1 de 5')).toBeVisible()
})

test('the strip says who signs where, in the colours of the fields and the panel', async () => {
  const luz = storedField({ id: 8, field_id: 'f8', signer_name: 'Luz', signer_email: 'luz@example.com', page: 4 })
  const { user } = await openEditor({ fields: [storedField(), luz] }, { pages: 6 })
  expect(initialsIn(await screen.findByRole('button', { name: 'Página 1: Ana Mora' }))).toEqual(['AM'])
  expect(initialsIn(pageButton('Página 4: Luz'))).toEqual(['L'])
  await addThirdParty(user, 'Alba Méndez', 'alba@example.com')
  expect(initialsIn(pageButton('Página 1: Alba Méndez y Ana Mora'))).toEqual(['AM2', 'AM'])
  const lines = [...tabs()].map(({ style }) => style.getPropertyValue('--tab-line'))
  expect(new Set(lines).size).toBe(2)
  for (const line of lines)
    expect(pageButton(/^Página 1:/).querySelector(`[style*="--signer-light: ${line}"]`)).not.toBeNull()
  expect([...tabs()].map(initialsIn)).toEqual([['AM'], ['AM2']])
  for (const card of document.querySelectorAll('.signer')) expect(initialsIn(card)).toHaveLength(1)
})

test('the strip folds and unfolds', async () => {
  const { user } = await openEditor({}, { pages: 4 })
  await user.click(button('Ocultar las páginas'))
  expect(within(strip() as HTMLElement).queryByRole('list')).toBeNull()
  expect(button('Ver las páginas')).toHaveAttribute('aria-expanded', 'false')
  await user.click(button('Ver las páginas'))
  expect(pages()).toHaveLength(4)
})

test('in a narrow window the strip is folded at first', async () => {
  window.innerWidth = 1100
  await openEditor({}, { pages: 4 })
  expect(button('Ver las páginas')).toBeVisible()
})
