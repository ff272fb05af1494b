import { act, fireEvent, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { errorMessages } from 'shared/contract/errors'
import { endSession, keptSignedDownload, storageKeys } from 'shared/state'
import { settle } from 'shared/testing'
import { refusal } from '../../testing/fake-api.ts'
import { begin, dialog, identify, signThrough, toIdentification } from '../../testing/guest-steps.ts'
import { button, callsTo, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { storedField } from '../../testing/wire.ts'

stubDom()
beforeEach(() => {
  jest.useFakeTimers()
  window.innerWidth = 1280
  localStorage.clear()
})
afterEach(() => {
  act(() => endSession())
  jest.useRealTimers()
})

describe('section 4, step 1: the jump to the field', () => {
  test('the page turns to the field, announces it and highlights it', async () => {
    await begin()
    await settle(500)
    expect(screen.getByText('Página 2 de 3')).toBeVisible()
    expect(screen.getAllByText('Campo de firma listo para firmar.')[0]).toBeVisible()
    expect(document.querySelector('[data-field="saved"]')).toHaveClass('highlighted')
  })

  test('a live region announces first the visible field, then the painted field', async () => {
    let paint: (end: 'painted') => void = () => undefined
    const page = openGuestPage({
      advanceTimers: settle,
      engine: {
        paint: (number) => (number === 1 ? Promise.resolve('painted') : new Promise((done) => (paint = done))),
      },
    })
    await settle(500)
    await page.user.click(button('Agregar Firma Digital'))
    await settle()
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(said()).toContain('Campo de firma visible.')
    paint('painted')
    await settle()
    expect(said()).toContain('Campo de firma listo para firmar.')
  })

  test('the page announces that the jump is unavailable if the document lacks the page of the field', async () => {
    await begin({ reply: { signature_field: storedField({ page: 9 }) } })
    expect(screen.getAllByText('Navegación directa no disponible').length).toBeGreaterThan(0)
    expect(screen.getByText('Página 1 de 3')).toBeVisible()
  })
})

describe('section 4, step 2: the review', () => {
  test('the review counts down 15 seconds next to the document and continues automatically', async () => {
    await begin()
    expect(dialog('Revisa dónde va tu firma')).toBeVisible()
    // Next after the document's name, which is the page's first heading.
    expect(screen.getByRole('heading', { name: 'Revisa dónde va tu firma', level: 2 })).toBeVisible()
    expect(screen.getByText('Continúa en 15 s')).toBeVisible()
    await settle(14_000)
    expect(screen.getByText('Continúa en 1 s')).toBeVisible()
    await settle(1000)
    expect(dialog('Dibuja tu firma')).toBeVisible()
  })

  test('the guest gets more time, can skip the review, and can turn pages during it', async () => {
    const { user } = await begin()
    await user.click(button('Necesito más tiempo'))
    expect(screen.getByText('Continúa en 30 s')).toBeVisible()
    expect(button('Página siguiente')).toBeEnabled()
    await user.click(button('Continuar'))
    expect(dialog('Dibuja tu firma')).toBeVisible()
    expect(document.querySelector('[data-field="saved"]')).not.toHaveClass('highlighted')
  })
})

test('section 4: the guest identifies, confirms the code, signs, gets the mail and leaves after 10 s', async () => {
  const { user, calls, engine } = await begin()
  await toIdentification(user)
  expect(screen.getByText('Modo de demostración: la identidad no se verifica con el Banco Central.')).toBeVisible()
  expect(screen.queryByLabelText(/opcional/)).toBeNull()
  await identify(user)
  await settle(1199)
  expect(button('Autenticando…')).toBeVisible()
  await settle(1)
  expect(dialog('Código de verificación')).toHaveAccessibleDescription(
    'Autenticación exitosa. Ingrese el código de verificación en GAUDI.',
  )
  expect(screen.getByText(/^\d[A-Z]\d$/)).toBeVisible()
  expect(screen.getByText('Esperando la confirmación… 5 s')).toBeVisible()
  await settle(4999)
  expect(screen.queryByRole('progressbar')).toBeNull()
  await settle(1)
  expect(screen.getByRole('progressbar')).toBeVisible()
  await settle(1999)
  expect(callsTo(calls, 'digital_sign')).toHaveLength(0)
  await settle(1)
  expect(callsTo(calls, 'digital_sign')[0]).toMatchObject({
    token: 'guest-token',
    body: {
      field_id: 7,
      signer_info: { name: 'Ana Mora', email: 'ana@example.com' },
      field_info: { documentName: 'Contrato.pdf', page: 2, fieldId: 7 },
      certificate_info: null,
      identification: { type: 'nacional', number: '01-0234-0567' },
    },
  })

  const thanks = dialog('Documento firmado digitalmente con éxito')
  expect(thanks).toHaveTextContent('Trazo Platform CA')
  expect(thanks).toHaveTextContent('Formato PAdES (nivel B-T)')
  expect(screen.getAllByText('Documento firmado digitalmente con éxito')).toHaveLength(1)
  expect(thanks).not.toHaveTextContent('Documento firmado')
  expect(callsTo(calls, 'send-pdf-email')[0]).toMatchObject({ token: undefined, body: { email: 'ana@example.com' } })
  expect(thanks).toHaveTextContent('PDF enviado a ana@example.com')
  expect(screen.getByText('Volverás al inicio en 10 s')).toBeVisible()
  expect(thanks).toHaveAccessibleDescription('En 10 segundos volverás al inicio, si no eliges «Quedarme aquí».')
  await settle(500)
  expect(engine.requests).toHaveLength(2)

  await settle(9499)
  expect(screen.queryByText('Inicio de Trazo')).toBeNull()
  await settle(1)
  expect(screen.getByText('¡Documento firmado correctamente!')).toBeVisible()
  expect(screen.getByText('Inicio de Trazo')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the page after signing can download with the token of the guest, which is in memory only', async () => {
  const { user, calls } = await begin({
    answer: ({ url }) =>
      url.includes('public_download') ? refusal(404, 'NOT_FOUND', errorMessages.NOT_FOUND) : undefined,
  })
  await signThrough(user)
  await settle(10_000)
  expect(screen.getByText('Inicio de Trazo')).toBeVisible()
  expect(JSON.stringify(window.history.state)).not.toContain('guest-token')
  await act(async () => keptSignedDownload()?.())
  expect(callsTo(calls, 'public_download').map(({ token }) => token)).toEqual(['guest-token'])
})

test("'Quedarme aquí' stops the countdown, and the guest can still download and mail the document", async () => {
  const { user, calls } = await begin()
  await signThrough(user)
  await settle(3000)
  expect(screen.getByText('Volverás al inicio en 7 s')).toBeVisible()
  await user.click(button('Quedarme aquí'))
  await settle(60_000)
  expect(screen.queryByText('Inicio de Trazo')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Gracias por firmar' })).toBeVisible()
  expect(button('Descargar')).toBeVisible()
  await user.click(screen.getByText('Ver detalles'))
  await user.click(button('Enviar a mi correo'))
  await settle()
  expect(callsTo(calls, 'send-pdf-email')).toHaveLength(2)
})

test.each([
  ['a click on the document', () => fireEvent.click(document.body)],
  ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ['the wheel', () => fireEvent.wheel(document.body)],
  ['a finger that scrolls', () => fireEvent.touchMove(document.body)],
])('%s stops the countdown', async (_name, input) => {
  const { user } = await begin()
  await signThrough(user)
  // The mark on the page says it, not the header.
  expect(screen.getByRole('banner')).not.toHaveTextContent('Firmado')
  expect(screen.queryByText('Luis Vargas te pide tu firma.')).toBeNull()
  input()
  await settle(60_000)
  expect(screen.queryByText('Inicio de Trazo')).toBeNull()
  expect(screen.queryByText(/Volverás al inicio/)).toBeNull()
  expect(screen.getByRole('heading', { name: 'Gracias por firmar' })).toHaveFocus()
})

test.each([
  ['review', async () => undefined, 'Revisión cancelada por el usuario.'],
  ['drawing', async (user: UserEvent) => user.click(button('Continuar')), 'Proceso de firma cancelado.'],
  [
    'verification',
    async (user: UserEvent) => {
      await toIdentification(user)
      await identify(user)
      await settle(1200)
    },
    'Proceso de verificación cancelado.',
  ],
] as const)(
  'section 4, step 5: cancelling in the step %s shows its message and signs nothing later',
  async (_step, go, text) => {
    const { user, calls } = await begin()
    await go(user)
    await user.click(button('Cancelar'))
    expect(screen.getByText(text)).toBeVisible()
    await settle(30_000)
    expect(callsTo(calls, 'digital_sign')).toHaveLength(0)
    expect(button('Agregar Firma Digital')).toBeEnabled()
  },
)

test('section 4, step 5: cancelling the identification shows its message and clears the number', async () => {
  const { user } = await begin()
  await toIdentification(user)
  await user.click(button('Cerrar'))
  expect(screen.getByText('Proceso de firma cancelado.')).toBeVisible()
  await user.click(button('Agregar Firma Digital'))
  await settle()
  await toIdentification(user)
  expect(screen.getByLabelText('Número de cédula')).toHaveValue('')
})

test.each([
  ['success', { status: 200, body: { success: true } }, 'PDF enviado a ana@example.com'],
  ['refused', { status: 200, body: { success: false } }, 'Error al enviar PDF'],
  ['network', new TypeError('offline'), 'Error de conexión'],
] as const)('section 8: the page shows the result of mailing the PDF: %s', async (_name, answer, message) => {
  const { user } = await begin({ answer: ({ url }) => (url.includes('send-pdf-email') ? answer : undefined) })
  await signThrough(user)
  expect(dialog('Documento firmado digitalmente con éxito')).toHaveTextContent(message)
})

test("the guest's token is not stored, and the owner's stored session stays unchanged", async () => {
  localStorage.setItem(storageKeys.tokens, 'of the owner')
  localStorage.setItem(storageKeys.user, 'the owner')
  const { user } = await begin()
  await signThrough(user)
  await settle(10_000)
  expect(screen.getByText('Inicio de Trazo')).toBeVisible()
  expect({ ...localStorage }).toEqual({ [storageKeys.tokens]: 'of the owner', [storageKeys.user]: 'the owner' })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('guest-token')
})
