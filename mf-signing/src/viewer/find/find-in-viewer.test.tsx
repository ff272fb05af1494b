import { act, screen, waitFor, within } from '@testing-library/react'
import { button, showViewer, stage } from '../../testing/show-viewer.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { helpTexts } from '../constants.ts'

stubDom()

const texts = ['Contrato de alquiler', 'La firma del dueño', 'Otra FIRMA y una firma']
const engine = { pages: 3, text: (page: number) => [{ text: texts[page - 1] ?? '', endsLine: true }] }
const line = { left: 60, top: 80, width: 120, height: 16 }

const matches = () => [...document.querySelectorAll<HTMLElement>('[data-match]')]
const input = () => screen.findByRole('searchbox', { name: 'Texto que buscas' })
const says = (text: string) =>
  waitFor(() => expect(within(screen.getByRole('search')).getByRole('status')).toHaveTextContent(text))

beforeEach(() => {
  window.innerWidth = 1280
  Range.prototype.getClientRects = () => [line] as unknown as DOMRectList
  Element.prototype.getBoundingClientRect = () => ({ left: 0, top: 0, width: 600, height: 800 }) as DOMRect
})

test('the search finds text on all pages ignoring case and accents; next and previous turn the pages', async () => {
  const { user } = showViewer({ engine })
  await screen.findByText('Página 1 de 3')
  await user.click(button('Buscar en el documento'))
  await user.type(await input(), 'fírma')
  await says('Coincidencia 1 de 3, página 2.')
  await screen.findByText('Página 2 de 3')
  await waitFor(() => expect(matches().map(({ dataset }) => dataset.match)).toEqual(['current']))
  expect(matches()[0]).toHaveStyle({
    insetInlineStart: '10%',
    insetBlockStart: '10%',
    inlineSize: '20%',
    blockSize: '2%',
  })

  await user.keyboard('{Enter}')
  await says('Coincidencia 2 de 3, página 3.')
  await waitFor(() => expect(matches().map(({ dataset }) => dataset.match)).toEqual(['current', 'other']))
  await user.click(button('Coincidencia siguiente'))
  await says('Coincidencia 3 de 3, página 3.')
  await waitFor(() => expect(matches().map(({ dataset }) => dataset.match)).toEqual(['other', 'current']))
  await user.click(button('Coincidencia siguiente'))
  await says('Coincidencia 1 de 3, página 2.')
  await user.click(await input())
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  await says('Coincidencia 3 de 3, página 3.')
})

test('the search announces that nothing was found; closing it clears the search and restores the focus', async () => {
  const { user } = showViewer({ engine })
  await screen.findByText('Página 1 de 3')
  await user.click(button('Buscar en el documento'))
  await user.type(await input(), 'hipoteca')
  await says('Sin coincidencias.')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('search')).not.toBeInTheDocument()
  expect(matches()).toEqual([])
  expect(button('Buscar en el documento')).toHaveFocus()
})

test('Ctrl+F opens the search only when the focus is in the viewer', async () => {
  const { user } = showViewer({ engine })
  await screen.findByText('Página 1 de 3')
  await user.keyboard('{Control>}f{/Control}')
  expect(screen.queryByRole('search')).not.toBeInTheDocument()
  act(() => stage().focus())
  await user.keyboard('{Control>}f{/Control}')
  expect(await input()).toHaveFocus()
})

test('the viewer scrolls a match outside the window into view', async () => {
  const { user, view, viewer } = showViewer({ engine })
  await screen.findByText('Página 1 de 3')
  act(() => viewer().view.dispatch({ type: 'viewport-measured', viewport: { width: 300, height: 300 } }))
  await user.click(button('Buscar en el documento'))
  Range.prototype.getClientRects = () => [{ ...line, top: 600 }] as unknown as DOMRectList
  await user.type(await input(), 'dueño')
  await says('Coincidencia 1 de 1, página 2.')
  await waitFor(() => expect(view().pan.y).toBe(608 + 24 - 150))
})

test('the text layer of a painted page is selectable and changes with the page', async () => {
  const { user } = showViewer({ engine, mode: 'signing' })
  expect(await screen.findByText('Contrato de alquiler')).toBeInTheDocument()
  expect(screen.getByText('Contrato de alquiler').closest('[data-text]')).toHaveClass('selectable')
  await user.click(button('Página siguiente'))
  expect(await screen.findByText('La firma del dueño')).toBeInTheDocument()
  expect(screen.queryByText('Contrato de alquiler')).not.toBeInTheDocument()
})

test('the mouse does not select text while the owner places fields', async () => {
  showViewer({ engine, mode: 'editor', editing: true })
  const text = await screen.findByText('Contrato de alquiler')
  expect(text.closest('[data-text]')).not.toHaveClass('selectable')
})

test('the viewer shows a hint for screen readers on a page without text', async () => {
  showViewer({ engine: { text: () => [] } })
  expect(await screen.findByText(helpTexts.noText)).toBeInTheDocument()
})

test('the mouse on text selects the text instead of moving the page', async () => {
  const { view } = showViewer({ engine })
  const text = await screen.findByText('Contrato de alquiler')
  const press = (target: Element, type: string, at: number) =>
    act(
      () =>
        void target.dispatchEvent(
          new PointerEvent(type, { bubbles: true, pointerType: 'mouse', button: 0, clientX: at, clientY: at }),
        ),
    )
  const { pan } = view()
  press(text, 'pointerdown', 100)
  press(text, 'pointermove', 50)
  expect(view().pan).toEqual(pan)

  document.getSelection()?.selectAllChildren(text)
  expect(String(document.getSelection())).toBe('Contrato de alquiler')
  press(stage(), 'pointerdown', 100)
  expect(String(document.getSelection())).toBe('')
})
