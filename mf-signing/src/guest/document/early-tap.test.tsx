import { act, screen, waitFor } from '@testing-library/react'
import { addEarlyButton, removeEarlyButton } from '../../prerender/early-tap/early-button.ts'
import { dialog } from '../../testing/guest-steps.ts'
import { button, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  sessionStorage.clear()
  window.innerWidth = 1280
})
afterEach(removeEarlyButton)

const SIGN = 'Agregar Firma Digital'
const early = () => document.querySelector<HTMLButtonElement>('#early-sign')

const heldDocument = () => {
  const opening = Promise.withResolvers<void>()
  return { engine: { opening: opening.promise }, open: () => act(async () => opening.resolve()) }
}

test('a tap before the document has opened shows at once, and opens the review once the document is there', async () => {
  const { engine, open } = heldDocument()
  const { user } = openGuestPage({ engine })
  await user.click(await screen.findByRole('button', { name: SIGN }))
  expect(button('Preparando la firma…')).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByRole('dialog')).toBeNull()
  await open()
  await waitFor(() => expect(dialog('Revisa dónde va tu firma')).toBeVisible())
})

test.each([
  ['an invitation', undefined, 'Revisa dónde va tu firma'],
  ['a public link', '/sign/3/contrato', 'Revisa dónde va tu firma'],
])('a tap of %s on the button of the page itself opens the review', async (_, path, title) => {
  addEarlyButton()
  early()?.focus()
  early()?.click()
  const { engine, open } = heldDocument()
  openGuestPage({ engine, ...(path ? { path } : {}) })
  const busy = await waitFor(() => {
    expect(early()).toBeNull()
    return button('Preparando la firma…')
  })
  expect(busy).toHaveFocus()
  await open()
  await waitFor(() => expect(dialog(title)).toBeVisible())
})

test('a button of the page that was not tapped gives its place, and nothing opens', async () => {
  addEarlyButton()
  openGuestPage()
  await waitFor(() => expect(early()).toBeNull())
  expect(button(SIGN)).toBeEnabled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a tap counts for nothing if there is nothing to sign any more', async () => {
  addEarlyButton()
  early()?.click()
  openGuestPage({ reply: { signature_field: storedField({ is_signed: true }) } })
  await waitFor(() => expect(early()).toBeNull())
  expect(screen.queryByRole('button', { name: SIGN })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a document that does not open ends the wait, and its error is shown', async () => {
  const { engine, open } = heldDocument()
  const { user } = openGuestPage({ engine: { ...engine, refuse: () => 503 } })
  await user.click(await screen.findByRole('button', { name: SIGN }))
  await open()
  expect(await screen.findByText('Error al cargar el documento')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})
