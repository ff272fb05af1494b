import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { endSession } from 'shared/state'
import type { SentCall } from 'shared/testing'
import { renderInShell, settle } from 'shared/testing'
import { createSimulatedAgent } from '../../agent/simulated-agent.ts'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import { drawStroke } from '../../testing/draw-stroke.ts'
import { type FakeApi, logInOwner, refusal, serveApi } from '../../testing/fake-api.ts'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'
import { OwnerSigning } from './OwnerSigning.tsx'

stubDom()
beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  act(() => endSession())
  jest.useRealTimers()
})

const ownField = (id: number, page: number): SavedField => ({
  status: 'saved',
  id,
  fieldId: `field_${id}`,
  type: 'primary',
  label: 'Mi Firma',
  signerName: 'Luis Vargas',
  signerEmail: 'luis@example.com',
  page,
  rect: { x: 0.1, y: 0.1, width: 0.3, height: 0.1 },
})

const SHOWN = 'ab'.repeat(32)

function Editor({ spies }: { readonly spies: ReturnType<typeof spiesOf> }) {
  const [fields, setFields] = useState<readonly SavedField[]>([ownField(9, 1), ownField(10, 2)])
  return (
    <OwnerSigning
      agent={createSimulatedAgent({ place: 'owner', random: () => 0.5 })}
      fields={fields}
      documentName="Contrato.pdf"
      shown={async () => SHOWN}
      onReload={spies.onReload}
      onReview={spies.onReview}
      onSigned={(id, at) => {
        spies.onSigned(id, at)
        setFields((all) => all.filter((field) => field.id !== id))
      }}
      onLeft={spies.onLeft}
    />
  )
}

const spiesOf = () => ({ onReload: jest.fn(), onReview: jest.fn(), onSigned: jest.fn(), onLeft: jest.fn() })

const start = async (answer?: FakeApi['answer']) => {
  const calls = serveApi(answer ? { answer } : {})
  await act(() => logInOwner())
  const spies = spiesOf()
  renderInShell(<Editor spies={spies} />)
  return { ...spies, calls, user: userEvent.setup({ advanceTimers: settle }) }
}
const button = (name: string) => screen.getByRole('button', { name })
const signCalls = (calls: readonly SentCall[]) => calls.filter(({ url }) => url.includes('digital_sign'))

type User = Awaited<ReturnType<typeof start>>['user']
const toIdentification = async (user: User) => {
  await user.click(button('Continuar'))
  drawStroke()
  await user.click(button('Continuar'))
}
const identify = async (user: User, digits = '102340567') => {
  await user.type(screen.getByRole('textbox'), digits)
  await user.click(button('Autenticar'))
}

test('section 4: after review, identification and code, the server has signed every field', async () => {
  const { user, calls, onReview, onSigned, onLeft } = await start()
  expect(onReview).toHaveBeenCalledWith(expect.objectContaining({ id: 9 }))
  expect(screen.getByRole('dialog', { name: 'Revisa dónde va tu firma' })).toBeVisible()
  await user.click(button('Firma 2 (página 2)'))
  expect(onReview).toHaveBeenLastCalledWith(expect.objectContaining({ id: 10 }))

  await toIdentification(user)
  expect(screen.getByText('Modo de demostración: la identidad no se verifica con el Banco Central.')).toBeVisible()
  await identify(user)
  await settle(1199)
  expect(button('Autenticando…')).toBeVisible()
  await settle(1)
  expect(screen.getByText('TTTTTT')).toBeVisible()
  expect(screen.getByText('Esperando la confirmación… 8 s')).toBeVisible()
  await settle(7999)
  expect(signCalls(calls)).toHaveLength(0)
  await settle(1)
  expect(screen.getByRole('progressbar')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancelar' })).toBeNull()
  await settle(1999)
  expect(signCalls(calls)).toHaveLength(0)
  await settle(1)

  expect(signCalls(calls).map(({ url }) => /\d+/.exec(url)?.[0])).toEqual(['9'])
  expect(signCalls(calls)[0]?.body).toMatchObject({
    signature_data: expect.stringMatching(/^data:image\/png/),
    other_field_ids: [10],
    document_sha256: SHOWN,
  })
  expect(onSigned.mock.calls.map(([id]) => id)).toEqual([9, 10])
  expect(screen.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
  expect(screen.getByText('¡Firma digital completada exitosamente!')).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Cerrar' })[0] ?? button('Cerrar'))
  expect(onLeft).toHaveBeenCalledTimes(1)
})

test('section 9: the review counts 15 s down, gives more time, and continues automatically', async () => {
  const { user } = await start()
  expect(screen.getByText('Continúa en 15 s')).toBeVisible()
  await settle(14_000)
  expect(screen.getByText('Continúa en 1 s')).toBeVisible()
  await user.click(button('Necesito más tiempo'))
  expect(screen.getByText('Continúa en 16 s')).toBeVisible()
  await settle(16_000)
  expect(screen.getByRole('dialog', { name: 'Dibuja tu firma' })).toBeVisible()
  expect(button('Continuar')).toBeDisabled()
})

test.each([
  ['review', async () => undefined, 'Revisión cancelada por el usuario.'],
  ['drawing', async (user: User) => user.click(button('Continuar')), 'Proceso de firma cancelado.'],
  [
    'verification',
    async (user: User) => {
      await toIdentification(user)
      await identify(user)
      await settle(1200)
    },
    'Proceso de verificación cancelado.',
  ],
] as const)(
  'section 4: cancelling in %s shows the matching message, and nothing is signed later',
  async (_step, go, text) => {
    const { user, calls, onLeft } = await start()
    await go(user)
    await user.click(button('Cancelar'))
    expect(screen.getByText(text)).toBeVisible()
    expect(onLeft).toHaveBeenCalledTimes(1)
    await settle(30_000)
    expect(signCalls(calls)).toHaveLength(0)
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('section 5: the form requires an identification, formats the input and checks the number', async () => {
  const { user } = await start()
  await toIdentification(user)
  await user.click(button('Autenticar'))
  const number = screen.getByLabelText('Número de cédula')
  expect(screen.getByText('Por favor, ingrese su número de identificación')).toBeVisible()
  expect(number).toHaveFocus()
  await user.type(number, '10234056')
  expect(number).toHaveValue('01-0234-056')
  expect(screen.getByText(/La cédula tiene la forma 0#-####-####/)).toBeVisible()
  await user.type(number, '7')
  expect(number).not.toHaveAttribute('aria-invalid')

  await user.click(screen.getByLabelText('Extranjero'))
  await user.clear(screen.getByLabelText('Número de DIMEX o DIDI'))
  await user.click(button('Autenticar'))
  await user.type(screen.getByLabelText('Número de DIMEX o DIDI'), '2')
  expect(screen.getByText(/DIMEX empieza con 1 y DIDI con 5/)).toBeVisible()
})

test('when the agent refuses, the form shows the reason, and another attempt succeeds', async () => {
  const { user, calls } = await start()
  await toIdentification(user)
  await identify(user, '177889900')
  await settle(9200)
  expect(screen.getByRole('alert')).toHaveTextContent('El PIN de tu firma está bloqueado.')
  await user.clear(screen.getByLabelText('Número de cédula'))
  await identify(user)
  await settle(11_200)
  expect(screen.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
  expect(signCalls(calls)).toHaveLength(1)
})

test('when the network fails, the drawing is kept, and a retry sends the same request', async () => {
  let broken = true
  const { user, calls, onSigned } = await start(({ url }) =>
    broken && url.includes('digital_sign') ? new TypeError('offline') : undefined,
  )
  await toIdentification(user)
  await identify(user)
  await settle(11_200)
  expect(screen.getByRole('alert')).toHaveTextContent('No se pudo procesar la firma digital')
  expect(screen.getByRole('alert')).toHaveTextContent('Error de conexión. Verifica tu internet')
  broken = false
  await user.click(button('Reintentar firma'))
  await settle()
  expect(screen.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
  const [first, second] = signCalls(calls).map(({ body }) => body)
  expect(second).toEqual(first)
  expect(onSigned).toHaveBeenCalledTimes(2)
})

test('a field that was signed although the answer was lost counts as signed at its real time', async () => {
  const signedAt = '2026-01-31T18:05:00.000Z'
  const { user, onSigned } = await start(({ method, url }) => {
    if (url.includes('digital_sign') && url.includes('/9/')) return refusal(409, 'FIELD_SIGNED', 'Ya está firmado.')
    const field = storedField({ id: 9, is_signed: true, signed_at: signedAt })
    return method === 'GET' && url.includes('signature-fields/9')
      ? { status: 200, body: { signature_field: field } }
      : undefined
  })
  await toIdentification(user)
  await identify(user)
  await settle(11_200)
  expect(onSigned).toHaveBeenCalledWith(9, signedAt)
  expect(screen.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
})

test('when the document changed on the server, the owner reloads, reviews again and keeps the drawing', async () => {
  let changed = true
  const { user, calls, onReload } = await start(({ url }) =>
    changed && url.includes('digital_sign')
      ? refusal(409, 'DOCUMENT_DIFFERS', 'El documento cambió desde que lo abriste.')
      : undefined,
  )
  await toIdentification(user)
  await identify(user)
  await settle(11_200)
  expect(screen.getByRole('alert')).toHaveTextContent('El documento cambió desde que lo abriste.')
  expect(screen.queryByRole('button', { name: 'Reintentar firma' })).toBeNull()
  await user.click(button('Recargar el documento'))
  expect(onReload).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('dialog', { name: 'Revisa dónde va tu firma' })).toBeVisible()

  changed = false
  await user.click(button('Continuar'))
  expect(button('Continuar')).toBeEnabled()
  await user.click(button('Continuar'))
  await user.click(button('Autenticar'))
  await settle(11_200)
  expect(screen.getByRole('dialog', { name: '¡Contrato Firmado!' })).toBeVisible()
  expect(signCalls(calls)).toHaveLength(2)
})
