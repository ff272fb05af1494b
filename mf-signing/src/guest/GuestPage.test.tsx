import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { errorMessages } from 'shared/contract'
import { Route, Routes } from 'shared/router'
import { endSession, storageKeys } from 'shared/state'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { renderInShell } from 'shared/testing'
import app from '../app.tsx'
import { drawStroke } from '../testing/draw-stroke.ts'
import { refusal, serveApi } from '../testing/fake-api.ts'
import { fakeEngine } from '../testing/fake-engine.ts'
import { stubDom } from '../testing/stub-dom.ts'
import { signatureResult, storedField } from '../testing/wire.ts'
import { EngineProvider } from '../viewer/engine/engine-context.ts'
import GuestPage from './GuestPage.tsx'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
  localStorage.clear()
})
afterEach(() => act(() => endSession()))

const invitation = {
  signature_field: storedField({ page: 2 }),
  signer_email: 'ana@example.com',
  owner_name: 'Luis Vargas',
  document: { id: 3, original_filename: 'Contrato.pdf', download_url: '/home/api/files/3/public_download' },
  access_token: 'guest-token',
  expires_in: 900,
  expires_at: '2026-03-02T18:00:00.000Z',
  agent: 'simulated',
  reminders_silenced: false,
  proposal: null,
}
const LINK = '/sign/3/contrato?token=abc&fieldId=7'

type Answer = (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined
const open = (path = LINK, answer: Answer = () => undefined) => {
  const calls = serveApi({
    answer: (call) =>
      answer(call) ?? (call.url.includes('validate-invitation') ? { status: 200, body: invitation } : undefined),
  })
  const engine = fakeEngine()
  renderInShell(
    <EngineProvider value={engine.load}>
      <Routes>
        {app.routes.map((route) => (
          <Route key={route.path} path={route.path} element={<GuestPage />} />
        ))}
      </Routes>
    </EngineProvider>,
    { path },
  )
  return { calls, engine, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })
const callsTo = (calls: SentCall[], part: string) => calls.filter(({ url }) => url.includes(part))
const sign = async (user: ReturnType<typeof userEvent.setup>) => {
  await screen.findByText('Página 2 de 3')
  await user.click(button('Agregar Firma Digital'))
  drawStroke()
  await user.click(button('Firmar documento'))
}

test('/document shows the invalid-URL message and the expected format', () => {
  open('/document')
  expect(screen.getByRole('heading', { name: 'URL de Documento Inválida' })).toBeVisible()
  expect(screen.getByText('La URL no contiene todos los parámetros necesarios.')).toBeVisible()
  expect(screen.getByText(/\{token\}/)).toBeVisible()
})

test.each([LINK, '/sign/field/3/contrato/7?token=abc'])(
  '%s opens at the page of the field, with its guest',
  async (path) => {
    const { calls, engine } = open(path)
    await screen.findByText('Página 2 de 3')
    expect(screen.getByText('Documento para Trazo')).toBeVisible()
    expect(screen.getByText('ID 3')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Contrato.pdf' })).toBeVisible()
    expect(screen.getByText('Luis Vargas te pide tu firma.')).toBeVisible()
    expect(screen.getByText('Firma aquí')).toBeVisible()
    expect(callsTo(calls, 'validate-invitation')[0]).toMatchObject({
      url: '/home/api/validate-invitation-token?token=abc',
      token: undefined,
    })
    expect(engine.requests[0]).toEqual({
      url: '/home/api/files/3/public_download',
      headers: { Authorization: 'Bearer guest-token' },
    })
  },
)

test('opening the link only reads', async () => {
  const { calls } = open()
  await screen.findByText('Página 2 de 3')
  expect(calls.map(({ method }) => method)).toEqual(['GET'])
})

test.each([
  [410, 'INVITATION_INVALID', 'La invitación no es válida'],
  [410, 'INVITATION_EXPIRED', 'La invitación venció'],
  [410, 'INVITATION_USED', 'Ya firmaste este documento'],
] as const)('%d %s is said clearly', async (status, code, title) => {
  open(LINK, () => refusal(status, code, errorMessages[code]))
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByText(errorMessages[code])).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Agregar Firma Digital' })).toBeNull()
})

test('an invitation to a field of another document is refused', async () => {
  open('/sign/4/contrato?token=abc&fieldId=7')
  expect(await screen.findByText(errorMessages.FIELD_OF_OTHER_DOCUMENT)).toBeVisible()
})

test('without a network it can be tried again', async () => {
  let fail = true
  const { user } = open(LINK, () => (fail ? new TypeError('offline') : undefined))
  expect(await screen.findByText('Error de conexión. Verifica tu internet')).toBeVisible()
  fail = false
  await user.click(button('Reintentar'))
  await screen.findByText('Página 2 de 3')
})

test('review → draw → sign → confirmation → thanks, with the word of the guest', async () => {
  const { calls, engine, user } = open()
  await sign(user)
  expect(await screen.findByText('Trazo Platform CA')).toBeVisible()
  expect(callsTo(calls, 'digital_sign')[0]).toMatchObject({
    method: 'POST',
    token: 'guest-token',
    body: {
      field_id: 7,
      signer_info: { name: 'Ana Mora', email: 'ana@example.com' },
      field_info: { documentName: 'Contrato.pdf', page: 2, fieldId: 7 },
    },
  })
  await user.click(button('Finalizar'))
  expect(await screen.findByRole('heading', { name: 'Documento firmado digitalmente con éxito' })).toHaveFocus()
  expect(button('Descargar documento firmado')).toBeVisible()
  await waitFor(() => expect(engine.requests).toHaveLength(2))
})

test('a click on the field opens the dialog; cancelling goes back to the review', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /Firma aquí, Ana Mora, Campo de Firma/ }))
  await user.click(button('Cancelar'))
  expect(screen.getByText('Firma aquí')).toBeVisible()
})

test('a token that ran out while the person was reading is bought anew, once', async () => {
  let asked = 0
  const { calls, user } = open(LINK, ({ url, token }) => {
    if (url.includes('validate-invitation')) {
      asked += 1
      return { status: 200, body: { ...invitation, access_token: asked === 1 ? 'guest-token' : 'second' } }
    }
    if (!url.includes('digital_sign') || token === 'second') return undefined
    return refusal(401, 'SESSION_EXPIRED', errorMessages.SESSION_EXPIRED)
  })
  await sign(user)
  await screen.findByText('Firmado por')
  expect(callsTo(calls, 'digital_sign').map(({ token }) => token)).toEqual(['guest-token', 'second'])
})

test('a field that someone signed meanwhile says so and keeps the drawing', async () => {
  const { user } = open(LINK, ({ url }) =>
    url.includes('digital_sign') ? refusal(409, 'FIELD_SIGNED', errorMessages.FIELD_SIGNED) : undefined,
  )
  await sign(user)
  expect(await screen.findByText(errorMessages.FIELD_SIGNED)).toBeVisible()
  expect(button('Reintentar firma')).toBeEnabled()
})

test.each<[string, NetworkAnswer, string]>([
  ['success', { status: 200, body: { success: true } }, 'PDF enviado a ana@example.com'],
  ['refused', { status: 200, body: { success: false } }, 'Error al enviar PDF'],
  ['network', new TypeError('offline'), 'Error de conexión'],
])('sending the signed PDF: %s', async (_name, answer, message) => {
  const { calls, user } = open(LINK, ({ url }) => (url.includes('send-pdf-email') ? answer : undefined))
  await sign(user)
  await user.click(await screen.findByRole('button', { name: 'Finalizar' }))
  await user.click(button('Enviar a mi correo'))
  expect(await screen.findByText(message)).toBeVisible()
  expect(callsTo(calls, 'send-pdf-email')[0]).toMatchObject({ token: undefined, body: { email: 'ana@example.com' } })
})

test("the guest's token stays in memory, and the owner's stored session is not touched", async () => {
  localStorage.setItem(storageKeys.tokens, 'of the owner')
  localStorage.setItem(storageKeys.user, 'the owner')
  const { user } = open()
  await sign(user)
  await screen.findByText('Firmado por')
  expect({ ...localStorage }).toEqual({ [storageKeys.tokens]: 'of the owner', [storageKeys.user]: 'the owner' })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('guest-token')
})

test('without an invitation the document can be read and not signed', async () => {
  const { engine } = open('/sign/3/contrato')
  await screen.findByText('Página 1 de 3')
  expect(engine.requests[0]).toEqual({ url: '/home/api/files/3/public_download', headers: {} })
  expect(screen.getByText(/abre el enlace de la invitación/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Agregar Firma Digital' })).toBeNull()
})

test('a field without an invitation is not available', async () => {
  open('/sign/field/3/contrato/7')
  expect(await screen.findByText('Campo de firma no disponible. Por favor, recarga la página.')).toBeVisible()
})

test('the confirmation claims nothing that was not checked', async () => {
  const { user } = open(LINK, ({ url }) =>
    url.includes('digital_sign')
      ? { status: 200, body: signatureResult({ verified: false, timestamp: null, level: 'B-B' }) }
      : undefined,
  )
  await sign(user)
  expect(await screen.findByText('Sin verificar')).toBeVisible()
  expect(screen.getByText('Fecha y hora del servidor')).toBeVisible()
  expect(screen.queryByText('Cualquier cambio posterior al PDF es detectable')).toBeNull()
})
