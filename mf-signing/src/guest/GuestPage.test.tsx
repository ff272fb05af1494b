import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { drawStroke } from '../testing/draw-stroke.ts'
import { refusal } from '../testing/fake-api.ts'
import { invitationReply } from '../testing/guest-sessions.ts'
import { button, callsTo, INVITATION_LINK, openGuestPage } from '../testing/open-guest-page.tsx'
import { stubDom } from '../testing/stub-dom.ts'
import { signatureResult, storedField } from '../testing/wire.ts'

stubDom()
beforeEach(() => {
  window.innerWidth = 1280
  localStorage.clear()
})
afterEach(() => act(() => endSession()))

const field = () => screen.findByRole('button', { name: /^Firma aquí, Ana Mora, Campo de Firma, por firmar$/ })

test('/document shows the invalid-URL message and the expected format', async () => {
  openGuestPage({ path: '/document' })
  expect(await screen.findByRole('heading', { name: 'URL de Documento Inválida' })).toBeVisible()
  expect(screen.getByText('La URL no contiene todos los parámetros necesarios.')).toBeVisible()
  expect(screen.getByText(/\{token\}/)).toBeVisible()
})

test.each([INVITATION_LINK, '/sign/field/3/contrato/7?token=abc'])(
  '%s opens the document for its guest',
  async (path) => {
    const { calls, engine } = openGuestPage({ path })
    await screen.findByText('Página 1 de 3')
    expect(screen.getByText('Documento para Trazo')).toBeVisible()
    expect(screen.getByTitle('ID 3')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Contrato.pdf' })).toBeVisible()
    expect(screen.getByText('Luis Vargas te pide tu firma.')).toBeVisible()
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

test('the document is read from its beginning; the field can be looked at before anything is asked', async () => {
  const { user } = openGuestPage()
  await screen.findByText('Página 1 de 3')
  await user.click(button('Ir a mi campo (página 2)'))
  expect(await field()).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('opening the link only reads', async () => {
  const { calls } = openGuestPage()
  await screen.findByText('Página 1 de 3')
  expect(calls.map(({ method }) => method)).toEqual(['GET'])
})

describe('that a person has the document in front of them', () => {
  const seenCalls = (calls: Parameters<typeof callsTo>[0]) => callsTo(calls, '/seen/')

  test('is reported once, with the first input after the page was painted', async () => {
    const { calls } = openGuestPage()
    await screen.findByText('Página 1 de 3')
    await waitFor(() => expect(screen.getByRole('group', { name: 'Página 1' })).toHaveAttribute('aria-busy', 'false'))
    expect(seenCalls(calls)).toHaveLength(0)
    fireEvent.wheel(document.body)
    fireEvent.keyDown(document.body, { key: 'Tab' })
    fireEvent.pointerDown(document.body)
    expect(seenCalls(calls)).toHaveLength(1)
    expect(seenCalls(calls)[0]).toMatchObject({
      method: 'POST',
      url: '/home/api/signature-fields/7/seen/',
      token: 'guest-token',
    })
  })

  test('ignores a failed call', async () => {
    openGuestPage({ answer: ({ url }) => (url.includes('/seen/') ? new TypeError('offline') : undefined) })
    await screen.findByText('Página 1 de 3')
    await waitFor(() => expect(screen.getByRole('group', { name: 'Página 1' })).toHaveAttribute('aria-busy', 'false'))
    fireEvent.pointerDown(document.body)
    await act(async () => undefined)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is not shown without an invitation', async () => {
    const { calls } = openGuestPage({ path: '/sign/3/contrato' })
    await screen.findByText('Página 1 de 3')
    await waitFor(() => expect(screen.getByRole('group', { name: 'Página 1' })).toHaveAttribute('aria-busy', 'false'))
    fireEvent.pointerDown(document.body)
    expect(seenCalls(calls)).toHaveLength(0)
  })
})

test.each([
  [410, 'INVITATION_INVALID', 'La invitación no es válida'],
  [410, 'INVITATION_EXPIRED', 'La invitación venció'],
  [410, 'INVITATION_USED', 'Este campo ya está firmado'],
  [410, 'INVITATION_DECLINED', 'Dijiste que no firmas'],
  [410, 'DOCUMENT_CANCELLED', 'La firma se canceló'],
] as const)('%d %s is said clearly', async (status, code, title) => {
  openGuestPage({ answer: () => refusal(status, code, errorMessages[code]) })
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByText(errorMessages[code])).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Agregar Firma Digital' })).toBeNull()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  const [action, ...more] = screen.getAllByRole('link')
  expect(more).toEqual([])
  expect(action).toHaveTextContent('Escribir a quien te invitó')
  expect(decodeURIComponent(action?.getAttribute('href') ?? '')).toContain(`firmar «contrato» y dice: «${title}»`)
})

const lapsed = { original_filename: 'Contrato.pdf', owner_name: 'Luis Vargas' }
const expired = ({ method, url }: SentCall): NetworkAnswer | undefined => {
  if (!url.includes('lapsed-invitation')) return refusal(410, 'INVITATION_EXPIRED', errorMessages.INVITATION_EXPIRED)
  return { status: 200, body: method === 'GET' ? lapsed : { success: true } }
}

test('a lapsed link says what it was for, and a new one is mailed for the asking', async () => {
  const { calls, user } = openGuestPage({ answer: expired })
  expect(await screen.findByText(/para firmar «Contrato.pdf», de Luis Vargas/)).toBeVisible()
  await user.click(button('Pedir un enlace nuevo'))
  expect(await screen.findByText(/enviamos un enlace nuevo al correo al que llegó tu invitación/)).toBeVisible()
  expect(callsTo(calls, 'lapsed-invitation').at(-1)).toMatchObject({ method: 'POST', body: { token: 'abc' } })
  expect(screen.queryByRole('button', { name: 'Pedir un enlace nuevo' })).toBeNull()
})

test('a guest who returns after signing reads the document and downloads it', async () => {
  const reply = invitationReply({
    signature_field: storedField({ is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' }),
  })
  openGuestPage({
    answer: ({ url }) => (url.includes('validate-invitation') ? { status: 200, body: reply } : undefined),
  })
  expect(await screen.findByRole('heading', { name: 'Ya firmaste este documento' })).toBeVisible()
  await screen.findByText('Página 1 de 3')
  expect(button('Descargar')).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Agregar Firma Digital' })).toBeNull()
})

test.each(['read', 'sign'] as const)('nothing is offered before a link says that it is to %s', async (mode) => {
  const rules = Promise.withResolvers<undefined>()
  openGuestPage({
    path: '/sign/3/contrato',
    answer: ({ url }) =>
      url.includes('public_link')
        ? rules.promise.then(() => ({ status: 200, body: { mode, email_code: false } }))
        : undefined,
  })
  await screen.findByText('Página 1 de 3')
  const offer = () => screen.queryByRole('button', { name: 'Agregar Firma Digital' })
  expect([offer(), screen.queryByText('Cómo firmar')]).toEqual([null, null])
  rules.resolve(undefined)
  expect(await screen.findByText(mode === 'read' ? 'Este enlace es para leer' : 'Cómo firmar')).toBeInTheDocument()
  expect(offer() !== null).toBe(mode === 'sign')
})

test('a public link for reading offers nothing to sign', async () => {
  openGuestPage({
    path: '/sign/3/contrato',
    answer: ({ url }) =>
      url.includes('public_link') ? { status: 200, body: { mode: 'read', email_code: false } } : undefined,
  })
  expect(await screen.findByText('Este enlace es para leer')).toBeVisible()
  await screen.findByText('Página 1 de 3')
  expect(screen.getByRole('group', { name: 'Página 1' })).toHaveAttribute('data-mode', 'viewer')
  expect(screen.queryByRole('button', { name: 'Agregar Firma Digital' })).toBeNull()
})

test('an invitation to a field of another document is refused', async () => {
  openGuestPage({ path: '/sign/4/contrato?token=abc&fieldId=7' })
  expect(await screen.findByText(errorMessages.FIELD_OF_OTHER_DOCUMENT)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Abrir el documento de mi invitación' })).toHaveAttribute(
    'href',
    '/sign/3/contrato?token=abc&fieldId=7',
  )
})

test('without a network it can be tried again', async () => {
  let fail = true
  const { user } = openGuestPage({ answer: () => (fail ? new TypeError('offline') : undefined) })
  expect(await screen.findByText('Error de conexión. Verifica tu internet')).toBeVisible()
  fail = false
  await user.click(button('Reintentar'))
  await screen.findByText('Página 1 de 3')
})

test('when the network returns, the invitation opens by itself', async () => {
  let fail = true
  openGuestPage({ answer: () => (fail ? new TypeError('offline') : undefined) })
  await screen.findByRole('button', { name: 'Reintentar' })
  fail = false
  fireEvent.online(window)
  await screen.findByText('Página 1 de 3')
})

describe('section 4, signing mode: a double click on the field opens the digital-signature dialog', () => {
  const open = async (options?: Parameters<typeof openGuestPage>[0]) => {
    const page = openGuestPage({ reply: { signature_field: storedField() }, ...options })
    await page.user.dblClick(await field())
    expect(await screen.findByRole('dialog', { name: 'Firma digital' })).toBeVisible()
    return page
  }

  test('by Enter, too', async () => {
    const { user } = openGuestPage({ reply: { signature_field: storedField() } })
    const tab = await field()
    tab.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Firma digital' })).toBeVisible()
  })

  test('draw → sign → confirmation → Finalizar, with the word of the guest', async () => {
    const { calls, engine, user } = await open()
    drawStroke()
    await user.click(button('Firmar documento'))
    expect(await screen.findByText('Trazo Platform CA')).toBeVisible()
    expect(callsTo(calls, 'digital_sign')[0]).toMatchObject({
      method: 'POST',
      token: 'guest-token',
      body: {
        field_id: 7,
        signer_info: { name: 'Ana Mora', email: 'ana@example.com' },
        field_info: { documentName: 'Contrato.pdf', page: 1, fieldId: 7 },
      },
    })
    await user.click(button('Finalizar'))
    expect(await screen.findByRole('heading', { name: 'Documento firmado digitalmente con éxito' })).toHaveFocus()
    expect(button('Descargar')).toBeVisible()
    await waitFor(() => expect(engine.requests).toHaveLength(2))
  })

  test('cancelling goes back to reading', async () => {
    const { user } = await open()
    await user.click(button('Cancelar'))
    expect(await field()).toBeVisible()
    expect(button('Agregar Firma Digital')).toBeEnabled()
  })

  test('an expired token is renewed once', async () => {
    let asked = 0
    const { calls, user } = await open({
      answer: ({ url, token }) => {
        if (url.includes('validate-invitation')) asked += 1
        if (!url.includes('digital_sign') || token !== 'guest-token' || asked > 1) return undefined
        return refusal(401, 'SESSION_EXPIRED', errorMessages.SESSION_EXPIRED)
      },
    })
    drawStroke()
    await user.click(button('Firmar documento'))
    await screen.findByText('Firmado por')
    expect(callsTo(calls, 'digital_sign')).toHaveLength(2)
    expect(callsTo(calls, 'validate-invitation')).toHaveLength(2)
  })

  test('reports a field that was signed in the meantime and keeps the drawing', async () => {
    const { user } = await open({
      answer: ({ url }) =>
        url.includes('digital_sign') ? refusal(409, 'FIELD_SIGNED', errorMessages.FIELD_SIGNED) : undefined,
    })
    drawStroke()
    await user.click(button('Firmar documento'))
    expect(await screen.findByText(errorMessages.FIELD_SIGNED)).toBeVisible()
    expect(button('Reintentar firma')).toBeEnabled()
  })

  test.each<[string, NetworkAnswer, string]>([
    ['success', { status: 200, body: { success: true } }, 'PDF enviado a ana@example.com'],
    ['refused', { status: 200, body: { success: false } }, 'Error al enviar PDF'],
    ['network', new TypeError('offline'), 'Error de conexión'],
  ])('sending the signed PDF: %s', async (_name, answer, message) => {
    const { calls, user } = await open({ answer: ({ url }) => (url.includes('send-pdf-email') ? answer : undefined) })
    drawStroke()
    await user.click(button('Firmar documento'))
    await user.click(await screen.findByRole('button', { name: 'Finalizar' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(callsTo(calls, 'send-pdf-email')).toHaveLength(1)
    expect(callsTo(calls, 'send-pdf-email')[0]).toMatchObject({ token: undefined, body: { email: 'ana@example.com' } })
  })

  test('the confirmation claims nothing that was not checked', async () => {
    const { user } = await open({
      answer: ({ url }) =>
        url.includes('digital_sign')
          ? { status: 200, body: signatureResult({ verified: false, timestamp: null, level: 'B-B' }) }
          : undefined,
    })
    drawStroke()
    await user.click(button('Firmar documento'))
    expect(await screen.findByText('Sin verificar')).toBeVisible()
    expect(screen.getByText('Fecha y hora del servidor')).toBeVisible()
    expect(screen.queryByText('Cualquier cambio posterior al PDF es detectable')).toBeNull()
  })
})

describe('without an invitation', () => {
  test('the document is read by its public address', async () => {
    const { engine } = openGuestPage({ path: '/sign/3/contrato' })
    await screen.findByText('Página 1 de 3')
    expect(engine.requests[0]).toEqual({ url: '/home/api/files/3/public_download', headers: {} })
    expect(button('Agregar Firma Digital')).toBeEnabled()
  })

  test('a document that is not shared says so, once, with one action', async () => {
    openGuestPage({ path: '/sign/3/contrato', engine: { refuse: () => 404 } })
    expect(await screen.findByRole('heading', { name: 'Este documento no está disponible' })).toBeVisible()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Escribir a quien te lo compartió' })).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a document that is missing for another reason is not said to be unshared', async () => {
    openGuestPage({ path: '/sign/3/contrato', engine: { refuse: () => 503 } })
    expect(await screen.findByText('Error al cargar el documento')).toBeVisible()
    expect(screen.queryByText('Este documento no está disponible')).toBeNull()
  })

  test.each([401, 403, 404])('section 8: a field link whose field is refused with %d only logs it', async (status) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { user } = openGuestPage({
      path: '/sign/field/3/contrato/7',
      answer: ({ url }) => (url.includes('signature-fields/7') ? refusal(status, 'NOT_FOUND', 'No.') : undefined),
    })
    await screen.findByText('Página 1 de 3')
    await waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(button('Agregar Firma Digital')).toBeEnabled())
    await user.click(button('Agregar Firma Digital'))
    expect(await screen.findByText('Campo de firma no disponible. Por favor, recarga la página.')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    warn.mockRestore()
  })

  test('a field link to a field that is signed says so', async () => {
    openGuestPage({
      path: '/sign/field/3/contrato/7',
      answer: ({ url }) =>
        url.includes('signature-fields/7')
          ? { status: 200, body: { signature_field: storedField({ is_signed: true }) } }
          : undefined,
    })
    expect(await screen.findByText(errorMessages.FIELD_SIGNED)).toBeVisible()
    expect(button('Descargar')).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Agregar Firma Digital' })).toBeNull()
  })
})
