import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ModeChoice } from 'shared/contract/signing-order'
import { endSession } from 'shared/state'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { renderInShell } from 'shared/testing'
import { logInOwner, refusal, serveApi } from '../../testing/fake-api.ts'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedFile } from '../../testing/wire.ts'
import { FoldedSigningModeChoice } from './SigningModeChoice.tsx'

stubDom()
afterEach(() => act(() => endSession()))

const free: ModeChoice = { mode: 'electronic', fixed: null, unavailable: null }
const electronic = () => screen.getByRole('radio', { name: /^Firma electrónica/ })
const certified = () => screen.getByRole('radio', { name: /^Firma digital certificada/ })

const open = async (answer: (call: SentCall) => NetworkAnswer) => {
  const calls = serveApi({ answer: (call) => (call.url.includes('/signing-mode/') ? answer(call) : undefined) })
  await act(() => logInOwner())
  renderInShell(<FoldedSigningModeChoice file={storedFile()} />)
  const user = userEvent.setup()
  expect(calls.filter(({ url }) => url.includes('/signing-mode/'))).toEqual([])
  await user.click(screen.getByText('Modo de firma: Firma electrónica'))
  return { user, sent: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body) }
}

test('the form explains the signing modes and sends the selected mode', async () => {
  const { user, sent } = await open(({ method }) => ({
    status: 200,
    body: method === 'PUT' ? { ...free, mode: 'certified' } : free,
  }))
  expect(await screen.findByRole('radio', { name: /nada de la plataforma/ })).not.toBeChecked()
  await user.click(certified())
  expect(sent()).toEqual([{ mode: 'certified' }])
  expect(certified()).toBeChecked()
})

test('an unavailable mode is not offered: the form says what the other one means', async () => {
  const unavailable = 'Este sitio no tiene configuradas las autoridades nacionales.'
  await open(() => ({ status: 200, body: { ...free, unavailable } }))
  expect(await screen.findByText(/^Firma electrónica: Cada quien firma desde su enlace/)).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByText(unavailable)).toBeNull()
})

test('after an invitation, the form is disabled and shows the reason', async () => {
  const fixed = 'El documento ya se envió a firmar.'
  await open(() => ({ status: 200, body: { mode: 'certified', fixed, unavailable: null } }))
  expect(await screen.findByText(fixed)).toBeVisible()
  expect(screen.getByRole('group', { name: 'Modo de firma' })).toBeDisabled()
})

test('a refused change keeps the mode and shows the reason; the owner can retry a failed load', async () => {
  let loads = 0
  const { user } = await open(({ method }) => {
    if (method === 'PUT') return refusal(409, 'DOCUMENT_FROZEN', 'Ya se envió.')
    loads += 1
    return loads === 1 ? refusal(503, 'UNAVAILABLE', 'No disponible.') : { status: 200, body: free }
  })
  expect(await screen.findByText('No disponible.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByRole('radio', { name: /^Firma electrónica/ })
  await user.click(certified())
  expect(await screen.findByText('Ya se envió.')).toBeVisible()
  expect(electronic()).toBeChecked()
})
