import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FileDrop } from './FileDrop.tsx'

const pdf = new File(['%PDF-1.7'], 'Contrato.pdf', { type: 'application/pdf' })
const transfer = { types: ['Files'], files: [pdf], dropEffect: 'none' }

const show = (props: Partial<Parameters<typeof FileDrop>[0]> = {}) => {
  const onFile = jest.fn()
  render(
    <FileDrop
      accept=".pdf"
      invitation={{ mouse: 'Arrastra un PDF', touch: 'Toca' }}
      icon={<svg />}
      help={<p>Hasta 10 MB.</p>}
      onFile={onFile}
      {...props}
    />,
  )
  return onFile
}
const input = () => screen.getByLabelText(/Arrastra un PDF|Cambiar/)
const paste = (file: File) =>
  act(() => {
    document.dispatchEvent(Object.assign(new Event('paste', { bubbles: true }), { clipboardData: { files: [file] } }))
  })

test('the user chooses a file, and chooses the same file again', async () => {
  const onFile = show()
  await userEvent.upload(input(), pdf)
  await userEvent.upload(input(), pdf)
  expect(onFile.mock.calls).toEqual([[pdf], [pdf]])
})

test('the user drops a file on the area, or pastes a file anywhere', () => {
  const onFile = show()
  fireEvent.drop(input(), { dataTransfer: transfer })
  paste(pdf)
  expect(onFile.mock.calls).toEqual([[pdf], [pdf]])
})

test('several files at once go to a screen that takes several, and the first of them to another', async () => {
  const minutes = new File(['%PDF-1.7'], 'Acta.pdf', { type: 'application/pdf' })
  const several = { dataTransfer: { ...transfer, files: [pdf, minutes] } }
  const onFiles = jest.fn()
  const onFile = show({ onFiles })
  fireEvent.drop(input(), several)
  await userEvent.upload(input(), [pdf, minutes])
  fireEvent.drop(input(), { dataTransfer: transfer })
  expect(onFiles.mock.calls).toEqual([[[pdf, minutes]], [[pdf, minutes]]])
  expect(onFile.mock.calls).toEqual([[pdf]])
  cleanup()
  const onlyOne = show()
  fireEvent.drop(input(), several)
  expect(onlyOne.mock.calls).toEqual([[pdf]])
})

test('a file dropped outside the area does not open in the browser, and text may be dropped', () => {
  const onFile = show()
  // False: the default action was prevented.
  expect(fireEvent.drop(document.body, { dataTransfer: transfer })).toBe(false)
  expect(fireEvent.drop(document.body, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
  expect(onFile).not.toHaveBeenCalled()
})

test('a disabled area accepts no file', () => {
  const onFile = show({ disabled: true })
  fireEvent.drop(input(), { dataTransfer: transfer })
  paste(pdf)
  expect(input()).toBeDisabled()
  expect(onFile).not.toHaveBeenCalled()
})

test('the description of an invalid area contains the error and the allowed files', () => {
  show({ error: 'Solo se permiten archivos PDF' })
  expect(input()).toBeInvalid()
  expect(input()).toHaveAccessibleDescription('Solo se permiten archivos PDF Hasta 10 MB.')
})

test('the chosen file replaces the invitation to choose a file', () => {
  show({ chosen: { details: <p>Contrato.pdf</p>, change: 'Cambiar', actions: <button type="button">Quitar</button> } })
  expect(screen.queryByText('Arrastra un PDF')).toBeNull()
  expect(screen.getByText('Contrato.pdf')).toBeInTheDocument()
  expect(screen.getByLabelText('Cambiar')).toBe(input())
  expect(screen.getByRole('button', { name: 'Quitar' })).toBeInTheDocument()
})
