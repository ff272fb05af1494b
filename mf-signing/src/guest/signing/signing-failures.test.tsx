import { act, fireEvent, screen } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { type SentCall, settle } from 'shared/testing'
import { agentFailureTexts } from '../../agent/signing-agent.ts'
import { testIdentifications } from '../../agent/simulated-agent.ts'
import { refusal } from '../../testing/fake-api.ts'
import { begin, dialog, identify, signThrough, toIdentification } from '../../testing/guest-steps.ts'
import { button, callsTo } from '../../testing/open-guest-page.tsx'
import { stubDom } from '../../testing/stub-dom.ts'

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

test.each(Object.entries(testIdentifications))(
  '%s: the page shows the agent’s failure and its reason, and keeps the number',
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

describe('failed signing', () => {
  test('section 8: a refusal shows its reason; a retry sends the same drawing, identification and key', async () => {
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

  describe('offline', () => {
    const network = { on: true }
    beforeEach(() => jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => network.on))
    afterEach(() => {
      fireEvent.offline(window)
      jest.restoreAllMocks()
    })
    const fails = (part: string) => ({
      answer: ({ url }: SentCall) => (!network.on && url.includes(part) ? new TypeError('offline') : undefined),
    })
    const goOnline = async () => {
      network.on = true
      fireEvent.online(window)
      await settle()
    }

    test('the signature waits, and the page sends it once when the network returns', async () => {
      const { user, calls } = await begin(fails('digital_sign'))
      network.on = false
      await signThrough(user)
      expect(screen.getByRole('alert')).toHaveTextContent('Sin conexión. Tu firma queda guardada en esta página')
      await goOnline()
      expect(dialog('Documento firmado digitalmente con éxito')).toBeVisible()
      const [first, second, ...more] = callsTo(calls, 'digital_sign')
      expect(second?.body).toEqual(first?.body)
      expect(more).toEqual([])
    })

    test('the page requests the agent of a public link again when the network returns', async () => {
      network.on = false
      await begin({ ...fails('signing-agent'), path: '/sign/3/contrato' })
      expect(screen.getByRole('alert')).toHaveTextContent('Sin conexión. Seguimos cuando vuelva tu internet.')
      await goOnline()
      expect(dialog('Revisa dónde va tu firma')).toBeVisible()
    })

    test('an identification that could not be sent is not shown as a failed authentication', async () => {
      const page = await begin({
        answer: (call) =>
          call.url.includes('public_link')
            ? { status: 200, body: { mode: 'sign', email_code: true } }
            : fails('agent-sessions').answer(call),
        path: '/sign/3/contrato',
      })
      await toIdentification(page.user)
      await page.user.type(screen.getByLabelText('Email'), 'eva@example.com')
      await page.user.type(screen.getByLabelText('Código del correo'), '123456')
      network.on = false
      await identify(page.user)
      await settle()
      expect(screen.getByRole('alert')).toHaveTextContent(/^Sin conexión\./)
      expect(screen.queryByText('Error en la autenticación. Intente nuevamente.')).toBeNull()
      await goOnline()
      await settle(1200)
      expect(dialog('Código de verificación')).toBeVisible()
    })
  })

  test('after a network failure the guest retries, and the signature succeeds', async () => {
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

  test('a request without an answer fails after a minute, and the guest can retry', async () => {
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

  test('when the agent cannot be requested, the page shows the error and returns to the document', async () => {
    await begin({
      path: '/sign/3/contrato',
      answer: ({ url }) => (url.includes('signing-agent') ? new TypeError('offline') : undefined),
    })
    expect(screen.getByText('Error de conexión. Verifica tu internet')).toBeVisible()
    expect(button('Agregar Firma Digital')).toBeEnabled()
  })
})
