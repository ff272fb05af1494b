/** @jest-environment jsdom */
import { HttpError } from 'shared/http'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { refusal, serveApi } from '../../testing/fake-api.ts'
import { anasCard, desktop, withFirmador } from '../../testing/fake-firmador.ts'
import { waitFor } from '../wait.ts'
import { firmadorTimes } from './constants.ts'
import { createFirmadorProgram } from './program.ts'
import { signWithCard } from './sign-with-card.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const body = {
  idempotency_key: '5f0c1a52-3c1f-4a6e-9d0b-2f6f1f0d9a11',
  field_id: 7,
  signature_data: 'data:image/png;base64,AAAA',
  field_info: { documentName: 'Contrato.pdf', page: 1, fieldId: 7 },
}

const start = (answer: (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined = () => undefined) => {
  const calls = serveApi({ answer: (call) => answer(call) ?? withFirmador(call) })
  const received: string[] = []
  const controller = new AbortController()
  const sign = signWithCard({
    program: createFirmadorProgram({ environment: desktop(), wait: waitFor, fetch: (...request) => fetch(...request) }),
    card: anasCard,
    identification: { type: 'nacional', number: '01-0234-0567' },
    watch: {
      onAsked: (again) => received.push(again ? 'asked again' : 'asked'),
      onAnswered: () => received.push('answered'),
      onCode: () => undefined,
    },
    signal: controller.signal,
  })
  return { calls, received, controller, run: (token = 'guest-token') => sign(7, body, { token }) }
}

const stepsOf = (calls: readonly SentCall[]) => calls.map(({ url }) => /(prepare|sign|complete)\/?$/.exec(url)?.[1])
const first = (step: string, answer: NetworkAnswer, count = 1) => {
  let left = count
  return ({ url }: SentCall) => (url.endsWith(step) && left-- > 0 ? answer : undefined)
}

test('the server prepares the signature, the card signs the prepared bytes, and the server completes it', async () => {
  const { calls, received, run } = start()
  expect(await run()).toMatchObject({ field_id: 7, agent: 'firmador', proven_identification: 'CPF-01-0234-0567' })
  expect(received).toEqual(['asked', 'answered'])
  expect(calls.map(({ body: sent }) => sent)).toEqual([
    {
      idempotency_key: body.idempotency_key,
      signature_data: body.signature_data,
      identification: { type: 'nacional', number: '01-0234-0567' },
      certificate: anasCard.certificate,
    },
    { serialnumber: '7A01', tobesigned: { bytes: btoa('atributos') }, documentName: 'Contrato.pdf' },
    {
      request_id: 5,
      signature: { algorithm: 'RSA_SHA256', value: btoa('firma') },
      certificate: anasCard.certificate,
    },
  ])
  expect(calls.map(({ token }) => token)).toEqual(['guest-token', undefined, 'guest-token'])
})

test('if another signature came first, the agent repeats all steps and requests the PIN again', async () => {
  const changed = refusal(409, 'DOCUMENT_CHANGED', 'Otra persona firmó mientras tanto.')
  const { calls, received, run } = start(first('/complete/', changed))
  await run()
  expect(received).toEqual(['asked', 'answered', 'asked again', 'answered'])
  expect(stepsOf(calls)).toEqual(['prepare', 'sign', 'complete', 'prepare', 'sign', 'complete'])
})

test('the agent repeats the steps only once when the document keeps changing', async () => {
  const changed = refusal(409, 'DOCUMENT_CHANGED', 'Otra persona firmó mientras tanto.')
  const { calls, run } = start(first('/complete/', changed, 2))
  await expect(run()).rejects.toMatchObject({ code: 'DOCUMENT_CHANGED' })
  expect(stepsOf(calls)).toHaveLength(6)
})

test.each([
  ['no answer came', new TypeError('offline')],
  ['the server could not', refusal(503, 'UNAVAILABLE', 'No disponible')],
  ['the token ran out', refusal(401, 'SESSION_EXPIRED', 'Sesión expirada')],
] as const)('when %s, another attempt sends the card’s signature again without a new PIN', async (_what, answer) => {
  const { calls, received, run } = start(first('/complete/', answer))
  await expect(run()).rejects.toBeInstanceOf(HttpError)
  await run('fresh-token')
  expect(received).toEqual(['asked', 'answered'])
  expect(stepsOf(calls)).toEqual(['prepare', 'sign', 'complete', 'complete'])
  expect(calls[3]?.body).toEqual(calls[2]?.body)
  expect(calls[3]?.token).toBe('fresh-token')
})

test('after a permanent refusal, another attempt starts again from the preparation', async () => {
  const { calls, run } = start(first('/complete/', refusal(410, 'SIGNATURE_REQUEST_EXPIRED', 'Pasó demasiado tiempo')))
  await expect(run()).rejects.toMatchObject({ code: 'SIGNATURE_REQUEST_EXPIRED' })
  await run()
  expect(stepsOf(calls)).toEqual(['prepare', 'sign', 'complete', 'prepare', 'sign', 'complete'])
})

test.each([
  [400, 'card-gone'],
  [403, 'origin-refused'],
  [406, 'person-refused'],
  [500, 'program-odd'],
])(
  'when the program answers the signing request with %s, the agent fails as %s and completes nothing',
  async (status, failure) => {
    const { calls, received, run } = start(first('/sign', { status, body: '' }))
    await expect(run()).rejects.toMatchObject({ failure })
    expect(stepsOf(calls)).toEqual(['prepare', 'sign'])
    expect(received).toEqual(['asked'])
  },
)

test('the agent reports a timeout when the person never types the PIN', async () => {
  const { run } = start(({ url }) => (url.endsWith('/sign') ? new Promise(() => undefined) : undefined))
  const failed = expect(run()).rejects.toMatchObject({ failure: 'pin-unanswered' })
  await jest.advanceTimersByTimeAsync(firmadorTimes.sign)
  await failed
})

test('the agent cancels the PIN request when the user leaves', async () => {
  const { calls, controller, run } = start(({ url, signal }) =>
    url.endsWith('/sign')
      ? new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('no longer wanted', 'AbortError'))),
        )
      : undefined,
  )
  const failed = expect(run()).rejects.toMatchObject({ name: 'AbortError' })
  await jest.advanceTimersByTimeAsync(0)
  controller.abort()
  await failed
  expect(stepsOf(calls)).toEqual(['prepare', 'sign'])
  expect(jest.getTimerCount()).toBe(0)
})
