import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderInShell } from 'shared/testing'
import { logInOwner, serveApi } from '../testing/fake-api.ts'
import { storedFile } from '../testing/wire.ts'
import UrlGenerator from './UrlGenerator.tsx'

const open = async (files = [storedFile({ id: 3, original_filename: 'Contrato Único.pdf' })]) => {
  serveApi({ files })
  await act(() => logInOwner())
  renderInShell(<UrlGenerator />)
  return userEvent.setup()
}

test('relative and full URL of a document, copied to the clipboard', async () => {
  const user = await open()
  await user.type(await screen.findByLabelText('Nombre del archivo'), 'contrato único')
  await user.click(screen.getByRole('button', { name: 'Generar URL' }))
  const path = `/sign/3/${encodeURIComponent('contrato-único')}`
  expect(screen.getByText('URL relativa').nextElementSibling).toHaveTextContent(path)
  await user.click(screen.getByRole('button', { name: 'Copiar URL completa' }))
  expect(await screen.findByText('URL copiada al portapapeles')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(`http://localhost${path}`)
})

test.each([
  ['', 'Por favor ingresa el nombre del archivo.'],
  ['otro', 'Archivo no encontrado. Verifica el nombre del archivo.'],
])("the name '%s' is refused", async (name, message) => {
  const user = await open()
  const input = await screen.findByLabelText('Nombre del archivo')
  if (name) await user.type(input, name)
  await user.click(screen.getByRole('button', { name: 'Generar URL' }))
  expect(screen.getByText(message)).toBeVisible()
})

test('a clipboard that is closed says so', async () => {
  const user = await open()
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
  await user.click(await screen.findByRole('button', { name: 'Copiar la URL de Contrato Único.pdf' }))
  expect(await screen.findByText('Error al copiar la URL')).toBeVisible()
})

test('without documents it says what to do', async () => {
  await open([])
  expect(await screen.findByText('Aún no tienes documentos')).toBeVisible()
})
