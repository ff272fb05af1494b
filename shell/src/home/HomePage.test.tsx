import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { keepSignedDownload, keptSignedDownload } from 'shared/state'
import { MemoryRouter } from 'shared/testing'
import HomePage from './HomePage.tsx'

const LABEL = 'Descargar el documento firmado'

const openAfterSigning = () =>
  render(
    <MemoryRouter initialEntries={[{ pathname: '/', state: { signed: true } }]}>
      <HomePage />
    </MemoryRouter>,
  )

afterEach(() => keepSignedDownload(undefined))

test('the page after signing downloads the signed document, and forgets it when it is left', async () => {
  const finish = Promise.withResolvers<void>()
  const download = jest.fn(() => finish.promise)
  keepSignedDownload(download)
  const { unmount } = openAfterSigning()
  await userEvent.click(screen.getByRole('button', { name: LABEL }))
  expect(download).toHaveBeenCalledTimes(1)
  expect(await screen.findByRole('button', { name: 'Descargando…' })).toBeVisible()
  finish.resolve()
  expect(await screen.findByRole('button', { name: LABEL })).toBeEnabled()
  unmount()
  expect(keptSignedDownload()).toBeUndefined()
})

test('after a reload the page only says where to download', () => {
  openAfterSigning()
  expect(screen.getByText(/Para leer o descargar el documento, abre de nuevo el mismo enlace/)).toBeVisible()
  expect(screen.queryByRole('button', { name: LABEL })).toBeNull()
})
