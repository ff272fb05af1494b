import { act, screen } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession, storageKeys } from 'shared/state'
import { settle } from 'shared/testing'
import { agentFailureTexts } from '../../agent/signing-agent.ts'
import { testIdentifications } from '../../agent/simulated-agent.ts'
import { drawStroke } from '../../testing/draw-stroke.ts'
import { refusal } from '../../testing/fake-api.ts'
import { button, callsTo, type GuestPageOptions, openGuestPage } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'
import { signatureResult, storedField } from '../../testing/wire.ts'

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

const dialog = (name: string) => screen.getByRole('dialog', { name })
const reviewing = () => dialog('Revisa dónde va tu firma')
type User = ReturnType<typeof openGuestPage>['user']

/** Opens the page and presses 'Agregar Firma Digital'. */
const begin = async (options: GuestPageOptions = {}) => {
  const page = openGuestPage({ ...options, advanceTimers: jest.advanceTimersByTime })
  // The document opens, and the chunk of signing comes when the browser is idle.
  await settle(500)
  await page.user.click(button('Agregar Firma Digital'))
  await settle()
  return page
}
const toIdentification = async (user: User) => {
  await user.click(button('Continuar'))
  drawStroke()
  await user.click(button('Continuar'))
}
const identify = async (user: User, digits = '102340567') => {
  await user.type(screen.getByLabelText(/^Número de/), digits)
  await user.click(button('Autenticar'))
}
/** From the review to the end of what the agent pretends: 1.2 s, 5 s, 2 s. */
const signThrough = async (user: User) => {
  await toIdentification(user)
  await identify(user)
  await settle(1200 + 5000 + 2000)
}

describe('section 4, step 1: the jump to the field', () => {
  test('turns to its page, says so on the way, and shows it blinking', async () => {
    await begin()
    await settle(500)
    expect(screen.getByText('Página 2 de 3')).toBeVisible()
    expect(screen.getAllByText('Campo de firma listo para firmar.')[0]).toBeVisible()
    expect(document.querySelector('[data-field="saved"]')).toHaveClass('highlighted')
  })

  test('says what happens in a region that is read aloud', async () => {
    let paint: (end: 'painted') => void = () => undefined
    const page = openGuestPage({
      advanceTimers: jest.advanceTimersByTime,
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

  test('is not possible to a page that the document does not have', async () => {
    await begin({ reply: { signature_field: storedField({ page: 9 }) } })
    expect(screen.getAllByText('Navegación directa no disponible').length).toBeGreaterThan(0)
    expect(screen.getByText('Página 1 de 3')).toBeVisible()
  })
})

describe('section 4, step 2: the review', () => {
  test('counts 15 seconds down beside the document and goes on by itself', async () => {
    await begin()
    expect(reviewing()).toBeVisible()
    expect(screen.getByText('Continúa en 15 s')).toBeVisible()
    await settle(14_000)
    expect(screen.getByText('Continúa en 1 s')).toBeVisible()
    await settle(1000)
    expect(dialog('Dibuja tu firma')).toBeVisible()
  })

  test('gives more time, can be skipped, and leaves the document readable', async () => {
    const { user } = await begin()
    await user.click(button('Necesito más tiempo'))
    expect(screen.getByText('Continúa en 30 s')).toBeVisible()
    expect(button('Página siguiente')).toBeEnabled()
    await user.click(button('Continuar'))
    expect(dialog('Dibuja tu firma')).toBeVisible()
    expect(document.querySelector('[data-field="saved"]')).not.toHaveClass('highlighted')
  })
})

test('section 4: identification, 1.2 s, code of three characters, 5 s, 2 s, thanks, mail, 10 s, away', async () => {
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
      identification: { type: 'nacional', number: '01-0234-0567' },
    },
  })

  const thanks = dialog('Documento firmado digitalmente con éxito')
  expect(thanks).toHaveTextContent('Trazo Platform CA')
  expect(thanks).toHaveTextContent('Formato PAdES (nivel B-T)')
  expect(screen.getAllByText('Documento firmado digitalmente con éxito').length).toBeGreaterThan(1)
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

test("'Quedarme aquí' stops the countdown, and the document can still be taken along", async () => {
  const { user, calls } = await begin()
  await signThrough(user)
  await settle(3000)
  expect(screen.getByText('Volverás al inicio en 7 s')).toBeVisible()
  await user.click(button('Quedarme aquí'))
  await settle(60_000)
  expect(screen.queryByText('Inicio de Trazo')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Documento firmado digitalmente con éxito' })).toBeVisible()
  expect(button('Descargar documento firmado')).toBeVisible()
  await user.click(button('Enviar a mi correo'))
  await settle()
  expect(callsTo(calls, 'send-pdf-email')).toHaveLength(2)
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
] as const)('section 4, step 5: cancelled in %s, with its words; nothing is signed later', async (_step, go, text) => {
  const { user, calls } = await begin()
  await go(user)
  await user.click(button('Cancelar'))
  expect(screen.getByText(text)).toBeVisible()
  await settle(30_000)
  expect(callsTo(calls, 'digital_sign')).toHaveLength(0)
  expect(button('Agregar Firma Digital')).toBeEnabled()
})

test('section 4, step 5: cancelled in auth', async () => {
  const { user } = await begin()
  await toIdentification(user)
  await user.click(button('Cerrar'))
  expect(screen.getByText('Proceso de firma cancelado.')).toBeVisible()
  // The next attempt knows nothing of what was typed.
  await user.click(button('Agregar Firma Digital'))
  await settle()
  await toIdentification(user)
  expect(screen.getByLabelText('Número de cédula')).toHaveValue('')
})

test.each(Object.entries(testIdentifications))(
  '%s: the agent says no, and why, and the number stays',
  async (number, ending) => {
    const { user, calls } = await begin()
    await toIdentification(user)
    if (number.startsWith('5')) await user.click(screen.getByLabelText('Extranjero'))
    await identify(user, number.replace(/\D/g, ''))
    await settle(1200 + 5000)
    expect(screen.getByRole('alert')).toHaveTextContent('Error en la autenticación. Intente nuevamente.')
    expect(screen.getByRole('alert')).toHaveTextContent(agentFailureTexts[ending.failure])
    expect(screen.getByLabelText(/^Número de/)).toHaveValue(number)
    await settle(30_000)
    expect(callsTo(calls, 'digital_sign')).toHaveLength(0)
  },
)

describe('signing that does not succeed', () => {
  test('section 8: a refusal is told with its reason; another attempt keeps drawing, identification and key', async () => {
    let refused = true
    const { user, calls } = await begin({
      answer: ({ url }) =>
        refused && url.includes('digital_sign')
          ? refusal(500, 'SIGNING_FAILED', errorMessages.SIGNING_FAILED)
          : undefined,
    })
    await signThrough(user)
    expect(screen.getByRole('alert')).toHaveTextContent('No se pudo procesar la firma digital')
    expect(screen.getByRole('alert')).toHaveTextContent(errorMessages.SIGNING_FAILED)
    refused = false
    await user.click(button('Reintentar firma'))
    await settle()
    expect(dialog('Documento firmado digitalmente con éxito')).toBeVisible()
    const [first, second] = callsTo(calls, 'digital_sign')
    expect(second?.body).toEqual(first?.body)
  })

  test('a network that fails and comes back', async () => {
    let offline = true
    const { user, calls } = await begin({
      answer: ({ url }) => (offline && url.includes('digital_sign') ? new TypeError('offline') : undefined),
    })
    await signThrough(user)
    expect(screen.getByRole('alert')).toHaveTextContent('Error de conexión. Verifica tu internet')
    offline = false
    await user.click(button('Reintentar firma'))
    await settle()
    expect(dialog('Documento firmado digitalmente con éxito')).toBeVisible()
    expect(callsTo(calls, 'digital_sign').map(({ body }) => body)).toHaveLength(2)
  })

  test('a network that says nothing at all is given up after a minute, and can be tried again', async () => {
    let silent = true
    const { user } = await begin({
      answer: ({ url, signal }) =>
        silent && url.includes('digital_sign')
          ? new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
          : undefined,
    })
    await signThrough(user)
    await settle(59_999)
    expect(screen.getByRole('progressbar')).toBeVisible()
    await settle(1)
    expect(screen.getByRole('alert')).toHaveTextContent('No se pudo procesar la firma digital')
    expect(screen.getByRole('alert')).toHaveTextContent('Error de conexión. Verifica tu internet')
    silent = false
    await user.click(button('Reintentar firma'))
    await settle()
    expect(dialog('Documento firmado digitalmente con éxito')).toBeVisible()
  })

  test('an agent that cannot be asked for leads back to the document', async () => {
    await begin({
      path: '/sign/3/contrato',
      answer: ({ url }) => (url.includes('signing-agent') ? new TypeError('offline') : undefined),
    })
    expect(screen.getByText('Error de conexión. Verifica tu internet')).toBeVisible()
    expect(button('Agregar Firma Digital')).toBeEnabled()
  })
})

test.each([
  ['success', { status: 200, body: { success: true } }, 'PDF enviado a ana@example.com'],
  ['refused', { status: 200, body: { success: false } }, 'Error al enviar PDF'],
  ['network', new TypeError('offline'), 'Error de conexión'],
] as const)('section 8, sending the PDF: %s', async (_name, answer, message) => {
  const { user } = await begin({ answer: ({ url }) => (url.includes('send-pdf-email') ? answer : undefined) })
  await signThrough(user)
  expect(dialog('Documento firmado digitalmente con éxito')).toHaveTextContent(message)
})

describe('public links', () => {
  const nobody = { signer_info: { name: 'Invitado', email: '' } }

  test('a field link: the agent’s confirmation buys the access token that signs its field', async () => {
    const { user, calls } = await begin({ path: '/sign/field/3/contrato/7' })
    await toIdentification(user)
    await user.type(screen.getByLabelText('Nombre (opcional)'), ' Eva Rojas ')
    await user.type(screen.getByLabelText('Email (opcional)'), 'eva@')
    await identify(user)
    expect(screen.getByLabelText('Email (opcional)')).toHaveFocus()
    expect(screen.getByText('El email no es válido')).toBeVisible()
    await user.type(screen.getByLabelText('Email (opcional)'), 'example.com')
    await user.click(button('Autenticar'))
    await settle(1200 + 5000)
    expect(callsTo(calls, 'agent-sessions')).toHaveLength(0)
    await settle(2000)
    expect(callsTo(calls, 'agent-sessions')[0]).toMatchObject({
      token: undefined,
      body: {
        user_file_id: 3,
        field_id: 7,
        identification: { type: 'nacional', number: '01-0234-0567' },
        name: 'Eva Rojas',
        email: 'eva@example.com',
      },
    })
    expect(callsTo(calls, 'digital_sign')[0]).toMatchObject({
      url: expect.stringContaining('/99/'),
      token: 'session-token',
    })
  })

  test('a bare link: the temporary field on page 1, a field of one’s own, and no mail without an address', async () => {
    const { user, calls } = await begin({
      path: '/sign/3/contrato',
      answer: ({ url }) =>
        url.includes('digital_sign') ? { status: 200, body: signatureResult({ field_id: 99, ...nobody }) } : undefined,
    })
    expect(screen.getByRole('button', { name: 'Firma aquí, Invitado, Firma del Invitado, por firmar' })).toBeVisible()
    await signThrough(user)
    expect(callsTo(calls, 'agent-sessions')[0]?.body).toMatchObject({ field_id: null, name: '', email: '' })
    expect(callsTo(calls, 'send-pdf-email')).toHaveLength(0)
    expect(dialog('Documento firmado digitalmente con éxito')).toHaveTextContent(
      'No se puede enviar el PDF: email del invitado no disponible',
    )
  })

  test('a session that is refused says why', async () => {
    const { user } = await begin({
      path: '/sign/3/contrato',
      answer: ({ url }) =>
        url.includes('agent-sessions') ? refusal(409, 'DOCUMENT_FROZEN', errorMessages.DOCUMENT_FROZEN) : undefined,
    })
    await signThrough(user)
    expect(screen.getByRole('alert')).toHaveTextContent(errorMessages.DOCUMENT_FROZEN)
  })

  test('one session serves every attempt; one that ran out is bought anew', async () => {
    const answers = [new TypeError('offline'), refusal(401, 'SESSION_EXPIRED', errorMessages.SESSION_EXPIRED)]
    const { user, calls } = await begin({
      path: '/sign/3/contrato',
      answer: ({ url }) => (url.includes('digital_sign') ? answers.shift() : undefined),
    })
    await signThrough(user)
    expect(callsTo(calls, 'agent-sessions')).toHaveLength(1)
    await user.click(button('Reintentar firma'))
    await settle()
    expect(callsTo(calls, 'agent-sessions')).toHaveLength(2)
    expect(dialog('Documento firmado digitalmente con éxito')).toBeVisible()
  })

  test('a double click begins with the drawing, and the flow still asks who signs', async () => {
    const page = openGuestPage({ path: '/sign/field/3/contrato/7', advanceTimers: jest.advanceTimersByTime })
    await settle(500)
    await page.user.dblClick(button(/^Firma aquí/))
    await settle()
    expect(dialog('Dibuja tu firma')).toBeVisible()
    drawStroke()
    await page.user.click(button('Continuar'))
    expect(dialog('Identifícate para firmar')).toBeVisible()
  })
})

test("the guest's token stays in memory, and the owner's stored session is not touched", async () => {
  localStorage.setItem(storageKeys.tokens, 'of the owner')
  localStorage.setItem(storageKeys.user, 'the owner')
  const { user } = await begin()
  await signThrough(user)
  await settle(10_000)
  expect(screen.getByText('Inicio de Trazo')).toBeVisible()
  expect({ ...localStorage }).toEqual({ [storageKeys.tokens]: 'of the owner', [storageKeys.user]: 'the owner' })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('guest-token')
})
