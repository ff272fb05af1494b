import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { type NetworkAnswer, type SentCall, settle } from 'shared/testing'
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

test('/document shows the message for an invalid URL and the expected format', async () => {
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

test('the document opens at page 1, and the guest can look at the field before signing', async () => {
  const { user } = openGuestPage()
  await screen.findByText('Página 1 de 3')
  await user.click(button('Ir a mi campo (página 2)'))
  expect(await field()).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('opening the link sends only GET requests', async () => {
  const { calls } = openGuestPage()
  await screen.findByText('Página 1 de 3')
  expect(calls.map(({ method }) => method)).toEqual(['GET'])
})

describe('report that a person has seen the document', () => {
  const seenCalls = (calls: Parameters<typeof callsTo>[0]) => callsTo(calls, '/seen/')

  test('the page reports the reading once, with the first input after the document is painted', async () => {
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

  test('the page shows no error when the report fails', async () => {
    openGuestPage({ answer: ({ url }) => (url.includes('/seen/') ? new TypeError('offline') : undefined) })
    await screen.findByText('Página 1 de 3')
    await waitFor(() => expect(screen.getByRole('group', { name: 'Página 1' })).toHaveAttribute('aria-busy', 'false'))
    fireEvent.pointerDown(document.body)
    await act(async () => undefined)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('the page sends no report without an invitation', async () => {
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
] as const)(
  'the page for %d %s shows a title, the reason and a single link to write to the owner',
  async (status, code, title) => {
    openGuestPage({ answer: () => refusal(status, code, errorMessages[code]) })
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByText(errorMessages[code])).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Agregar Firma Digital' })).toBeNull()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    const [action, ...more] = screen.getAllByRole('link')
    expect(more).toEqual([])
    expect(action).toHaveTextContent('Escribir a quien te invitó')
    expect(decodeURIComponent(action?.getAttribute('href') ?? '')).toContain(`firmar «contrato» y dice: «${title}»`)
  },
)

const lapsed = { original_filename: 'Contrato.pdf', owner_name: 'Luis Vargas' }
const expired = ({ method, url }: SentCall): NetworkAnswer | undefined => {
  if (!url.includes('lapsed-invitation')) return refusal(410, 'INVITATION_EXPIRED', errorMessages.INVITATION_EXPIRED)
  return { status: 200, body: method === 'GET' ? lapsed : { success: true } }
}

test('an expired link names its document and owner, and the guest requests a new link by mail', async () => {
  const { calls, user } = openGuestPage({ answer: expired })
  expect(await screen.findByText(/para firmar «Contrato.pdf», de Luis Vargas/)).toBeVisible()
  await user.click(button('Pedir un enlace nuevo'))
  expect(await screen.findByText(/enviamos un enlace nuevo al correo al que llegó tu invitación/)).toBeVisible()
  expect(callsTo(calls, 'lapsed-invitation').at(-1)).toMatchObject({ method: 'POST', body: { token: 'abc' } })
  expect(screen.queryByRole('button', { name: 'Pedir un enlace nuevo' })).toBeNull()
})

test('a guest who returns after signing reads and downloads the document', async () => {
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

test.each(['read', 'sign'] as const)(
  'the page offers no signing before the server reports that the link is to %s',
  async (mode) => {
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
  },
)

test('a public link for reading offers no signing', async () => {
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

test('the page refuses an invitation to a field of another document and links to the right document', async () => {
  openGuestPage({ path: '/sign/4/contrato?token=abc&fieldId=7' })
  expect(await screen.findByText(errorMessages.FIELD_OF_OTHER_DOCUMENT)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Abrir el documento de mi invitación' })).toHaveAttribute(
    'href',
    '/sign/3/contrato?token=abc&fieldId=7',
  )
})

test('without network the guest retries, and the invitation opens', async () => {
  let fail = true
  const { user } = openGuestPage({ answer: () => (fail ? new TypeError('offline') : undefined) })
  expect(await screen.findByText('Error de conexión. Verifica tu internet')).toBeVisible()
  fail = false
  await user.click(button('Reintentar'))
  await screen.findByText('Página 1 de 3')
})

describe('a proxy that answers for the site', () => {
  const htmlPage = '<html><head><title>502 Bad Gateway</title></head><body></body></html>'
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())
  const openWhileDown = async (status: number) => {
    const site = { down: true }
    const page = openGuestPage({
      answer: () => (site.down ? { status, body: htmlPage } : undefined),
      advanceTimers: settle,
    })
    await settle(500)
    expect(screen.getByRole('heading', { name: 'El sitio no responde todavía' })).toBeVisible()
    return { ...page, site }
  }

  test.each([502, 503, 504])(
    'with %d: the page says that it waits, and opens the invitation by itself',
    async (status) => {
      const { calls, site } = await openWhileDown(status)
      expect(screen.getByText(/Lo intentamos de nuevo cada 10 segundos/)).toBeVisible()
      expect(screen.queryByText('Error en la petición')).toBeNull()
      expect(screen.queryByRole('alert')).toBeNull()
      await settle(10_000)
      expect(callsTo(calls, 'validate-invitation')).toHaveLength(2)
      expect(screen.getByRole('heading', { name: 'El sitio no responde todavía' })).toBeVisible()
      site.down = false
      await settle(10_000)
      await settle(500)
      expect(screen.getByText('Página 1 de 3')).toBeVisible()
      await settle(30_000)
      expect(callsTo(calls, 'validate-invitation')).toHaveLength(3)
    },
  )

  test('the guest asks at once', async () => {
    const { site, user } = await openWhileDown(502)
    site.down = false
    await user.click(button('Reintentar'))
    await settle(500)
    expect(screen.getByText('Página 1 de 3')).toBeVisible()
  })
})

test('when the network returns, the invitation opens automatically', async () => {
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

  test('Enter on the field opens the dialog, too', async () => {
    const { user } = openGuestPage({ reply: { signature_field: storedField() } })
    const tab = await field()
    tab.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Firma digital' })).toBeVisible()
  })

  test('the guest draws, signs with the guest token, sees the confirmation and finishes', async () => {
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
    expect(await screen.findByRole('heading', { name: 'Gracias por firmar' })).toHaveFocus()
    expect(button('Descargar')).toBeVisible()
    await waitFor(() => expect(engine.requests).toHaveLength(2))
  })

  test('cancelling returns the guest to the document', async () => {
    const { user } = await open()
    await user.click(button('Cancelar'))
    expect(await field()).toBeVisible()
    expect(button('Agregar Firma Digital')).toBeEnabled()
  })

  test('the page renews an expired token once and signs', async () => {
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

  test('when the field is already signed, the page shows the signed document and no retry', async () => {
    let signed = false
    const { user } = await open({
      answer: ({ url }) => {
        if (url.includes('digital_sign')) return refusal(409, 'FIELD_SIGNED', errorMessages.FIELD_SIGNED)
        if (!signed || !url.includes('validate-invitation')) return undefined
        return { status: 200, body: invitationReply({ signature_field: storedField({ is_signed: true }) }) }
      },
    })
    drawStroke()
    signed = true
    await user.click(button('Firmar documento'))
    expect(await screen.findByRole('heading', { name: 'Ya firmaste este documento' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reintentar firma' })).toBeNull()
  })

  test.each<[string, NetworkAnswer, string]>([
    ['success', { status: 200, body: { success: true } }, 'PDF enviado a ana@example.com'],
    ['refused', { status: 200, body: { success: false } }, 'Error al enviar PDF'],
    ['network', new TypeError('offline'), 'Error de conexión'],
  ])('the page shows the result of mailing the signed PDF: %s', async (_name, answer, message) => {
    const { calls, user } = await open({ answer: ({ url }) => (url.includes('send-pdf-email') ? answer : undefined) })
    drawStroke()
    await user.click(button('Firmar documento'))
    await user.click(await screen.findByRole('button', { name: 'Finalizar' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(callsTo(calls, 'send-pdf-email')).toHaveLength(1)
    expect(callsTo(calls, 'send-pdf-email')[0]).toMatchObject({ token: undefined, body: { email: 'ana@example.com' } })
  })

  test('the confirmation shows an unverified signature as «Sin verificar»', async () => {
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
  test('the guest reads the document by its public address', async () => {
    const { engine } = openGuestPage({ path: '/sign/3/contrato' })
    await screen.findByText('Página 1 de 3')
    expect(engine.requests[0]).toEqual({ url: '/home/api/files/3/public_download', headers: {} })
    expect(button('Agregar Firma Digital')).toBeEnabled()
  })

  test('a document that is not shared shows a single message with a single action', async () => {
    openGuestPage({ path: '/sign/3/contrato', engine: { refuse: () => 404 } })
    expect(await screen.findByRole('heading', { name: 'Este documento no está disponible' })).toBeVisible()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Escribir a quien te lo compartió' })).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('a document that is unavailable for another reason shows a loading error', async () => {
    openGuestPage({ path: '/sign/3/contrato', engine: { refuse: () => 503 } })
    expect(await screen.findByText('Error al cargar el documento')).toBeVisible()
    expect(screen.queryByText('Este documento no está disponible')).toBeNull()
  })

  test.each([401, 403, 404])(
    'section 8: the page only logs a field link refused with %d, and signing shows a message',
    async (status) => {
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
    },
  )

  test('a field link to a signed field shows that the field is signed and offers the download', async () => {
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
