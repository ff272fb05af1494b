import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

const codes = ['abcd-1234', 'efgh-5678']

const renderCodes = () => {
  const user = userEvent.setup()
  render(<RecoveryCodesDialog codes={codes} onClose={() => undefined} />)
  return user
}
const copyButton = () => screen.getByRole('button', { name: 'Copiar códigos' })

test('the dialog copies the codes, one on each line, and announces the copy', async () => {
  const user = renderCodes()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await user.click(copyButton())
  expect(await navigator.clipboard.readText()).toBe('abcd-1234\nefgh-5678')
  expect(screen.getByRole('status')).toHaveTextContent(/^Copiados$/)
})

test('the dialog selects the codes if the browser refuses the clipboard', async () => {
  const user = renderCodes()
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  await user.click(copyButton())
  expect(String(getSelection())).toBe('abcd-1234efgh-5678')
  expect(screen.getByRole('status')).toHaveTextContent('Los códigos están seleccionados')
})

test('the dialog selects the codes if the page has no clipboard, as without TLS', async () => {
  const user = renderCodes()
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  await user.click(copyButton())
  expect(String(getSelection())).toBe('abcd-1234efgh-5678')
})
