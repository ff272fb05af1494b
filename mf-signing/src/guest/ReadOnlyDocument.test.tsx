import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderInShell } from 'shared/testing'
import { type FakeEngineOptions, fakeEngine } from '../testing/fake-engine.ts'
import { stubDom } from '../testing/stub-dom.ts'
import { EngineProvider } from '../viewer/engine/engine-context.ts'
import { ReadOnlyDocument } from './ReadOnlyDocument.tsx'

stubDom()

const open = (options: FakeEngineOptions) => {
  const address = {
    kind: 'valid',
    documentId: 3,
    documentName: 'contrato',
    token: undefined,
    fieldId: undefined,
  } as const
  renderInShell(
    <EngineProvider value={fakeEngine(options).load}>
      <ReadOnlyDocument address={address} />
    </EngineProvider>,
  )
  return userEvent.setup()
}
const unavailable = 'Este documento no está disponible'

test('an address whose sharing was ended says so, until the document is shared again', async () => {
  let status: number | undefined = 404
  const user = open({ refuse: () => status })
  expect(await screen.findByText(unavailable)).toBeVisible()
  expect(screen.getByText('Error al cargar el documento')).toBeVisible()
  expect(screen.queryByText(/abre el enlace de la invitación/)).toBeNull()
  status = undefined
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Página 1 de 3')).toBeVisible()
  expect(screen.queryByText(unavailable)).toBeNull()
})

test('a document that is missing for another reason is not said to be unshared', async () => {
  open({ refuse: () => 503 })
  expect(await screen.findByText('Error al cargar el documento')).toBeVisible()
  expect(screen.queryByText(unavailable)).toBeNull()
})
