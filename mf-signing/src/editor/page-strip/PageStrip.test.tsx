import { act, screen, waitFor, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import { addThirdParty, button, openEditor, tabs } from '../../testing/open-editor.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()

interface Watched {
  readonly element: Element
  readonly report: (isIntersecting: boolean) => void
}
let watched: Watched[] = []

beforeEach(() => {
  window.innerWidth = 1440
  watched = []
  globalThis.IntersectionObserver = class {
    private readonly callback: IntersectionObserverCallback
    constructor(callback: IntersectionObserverCallback) {
      this.callback = callback
    }
    observe(element: Element): void {
      const report = (isIntersecting: boolean) =>
        this.callback([{ isIntersecting, target: element } as unknown as IntersectionObserverEntry], this as never)
      watched.push({ element, report })
    }
    disconnect(): void {}
  } as unknown as typeof IntersectionObserver
})
afterEach(() => act(() => endSession()))

const strip = () => screen.queryByRole('navigation', { name: 'Páginas' })
const pages = () => within(strip() as HTMLElement).getAllByRole('listitem')
const initialsIn = (element: Element) =>
  [...element.querySelectorAll<HTMLElement>('[data-initials]')].map(({ dataset }) => dataset.initials)
const pageButton = (name: string | RegExp) => within(strip() as HTMLElement).getByRole('button', { name })
const scrollTo = (...numbers: number[]) =>
  act(() => {
    for (const { element, report } of watched) {
      const number = Number(element.querySelector('button')?.dataset.page)
      report(numbers.includes(number))
    }
  })

test('a document of three pages has no strip, one of four has', async () => {
  const { engine } = await openEditor({}, { pages: 3 })
  expect(strip()).toBeNull()
  expect(engine.record.painted.every(({ page }) => page <= 3)).toBe(true)
})

test('of 300 pages only those in view are drawn, and a picture ends when it scrolls away', async () => {
  const { engine } = await openEditor({}, { pages: 300 })
  expect(pages()).toHaveLength(300)
  const drawn = () => engine.record.painted.filter(({ scale }) => scale < 0.5).map(({ page }) => page)
  expect(drawn()).toEqual([])
  scrollTo(1, 2, 3)
  await waitFor(() => expect(drawn()).toEqual([1, 2, 3]))
  await waitFor(() => expect(strip()?.querySelectorAll('canvas')).toHaveLength(3))
  scrollTo(299, 300)
  await waitFor(() => expect(drawn()).toEqual([1, 2, 3, 299, 300]))
  await waitFor(() => expect(strip()?.querySelectorAll('canvas')).toHaveLength(2))
})

test('a page that cannot be drawn stays blank, and the others are drawn', async () => {
  const paint = (page: number) =>
    page === 2 ? Promise.reject(new Error('broken')) : Promise.resolve('painted' as const)
  await openEditor({}, { pages: 4, paint })
  scrollTo(2, 3)
  await waitFor(() => expect(strip()?.querySelectorAll('canvas')).toHaveLength(1))
  expect(pageButton('Página 3').querySelector('canvas')).not.toBeNull()
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
