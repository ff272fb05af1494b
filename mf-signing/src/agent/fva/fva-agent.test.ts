/** @jest-environment jsdom */
import { fvaProblems } from 'shared/http/own-program'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { serveApi } from '../../testing/fake-api.ts'
import { signatureResult } from '../../testing/wire.ts'
import { type AbortableWait, waitFor } from '../wait.ts'
import { createFvaAgent } from './fva-agent.ts'
import { spelledCode, timeLeftText } from './words.ts'

const ana = { type: 'nacional', number: '01-0234-0567' } as const
const body = { idempotency_key: '5f0c1a52-3c1f-4a6e-9d0b-2f6f1f0d9a11', field_id: 7, signature_data: '' }
const ok = (reply: unknown): NetworkAnswer => ({ status: 200, body: reply })
const waiting = ok({ state: 'waiting', request_id: 9, code: 'A2B3', seconds: 3 })
const signed = ok({ state: 'signed', result: signatureResult({ agent: 'fva' }) })

const begin = async (
  looks: readonly NetworkAnswer[],
  started: NetworkAnswer = waiting,
  pause: AbortableWait = async () => undefined,
) => {
  let asked = 0
  const answer = ({ url }: SentCall): NetworkAnswer | undefined => {
    if (url.endsWith('/fva/')) return started
    if (url.endsWith('/cancel/')) return ok({ cancelled: true })
    return url.endsWith('/fva/9/') ? (looks[asked++] ?? ok({ state: 'waiting' })) : undefined
  }
  const calls = serveApi({ answer })
  const received: unknown[] = []
  const controller = new AbortController()
  const agent = createFvaAgent({ isSimulator: true, wait: pause })
  const request = await agent.authenticate(ana, controller.signal)
  if (request.kind !== 'card') throw new Error('the FVA signs field by field')
  const watch = {
    onAsked: () => undefined,
    onAnswered: () => received.push('answered'),
    onCode: (shown: unknown) => received.push(shown),
  }
  const sign = request.signField(watch, controller.signal)
  return { calls, received, controller, sign: () => sign(7, body, { token: 'guest-token' }) }
}

test('the agent shows the code until the answer arrives', async () => {
  const { calls, received, sign } = await begin([ok({ state: 'waiting' }), ok({ state: 'received' }), signed])
  expect(await sign()).toMatchObject({ agent: 'fva' })
  expect(received).toEqual([{ code: 'A2B3', seconds: 3 }, 'answered'])
  expect(calls[0]?.body).toEqual({ idempotency_key: body.idempotency_key, identification: ana })
})

test('the agent repeats a lost call, but not a refused call', async () => {
  const { sign } = await begin([new TypeError('offline'), { status: 503, body: {} }, signed])
  expect(await sign()).toMatchObject({ field_id: 7 })
  const other = await begin([{ status: 404, body: { code: 'NOT_FOUND', message: 'no' } }])
  await expect(other.sign()).rejects.toMatchObject({ status: 404 })
})

test('each failure has its own text, whether it is immediate or comes later', async () => {
  const later = await begin([ok({ state: 'failed', problem: 'pin-blocked' })])
  await expect(later.sign()).rejects.toThrow(fvaProblems['pin-blocked'])
  const atOnce = await begin([], ok({ state: 'failed', problem: 'clock' }))
  await expect(atOnce.sign()).rejects.toThrow(fvaProblems.clock)
})

test('the agent stops polling after its limit, even if the server never reports an end', async () => {
  const { calls, sign } = await begin([])
  await expect(sign()).rejects.toThrow(fvaProblems.lost)
  expect(calls).toHaveLength(1 + 63)
})

test('the agent shows no code when the answer has already arrived', async () => {
  const { received, sign } = await begin([signed], ok({ state: 'received', request_id: 9 }))
  expect(await sign()).toMatchObject({ field_id: 7 })
  expect(received).toEqual([])
})

test('the agent cancels the request when the user leaves', async () => {
  const { calls, received, controller, sign } = await begin([], waiting, waitFor)
  const end = sign().catch(() => 'ended')
  while (received.length === 0) await new Promise((resolve) => setTimeout(resolve))
  controller.abort()
  expect(await end).toBe('ended')
  expect(calls.filter(({ url }) => url.endsWith('/cancel/'))).toHaveLength(1)
})

test('the code is spelled as letters and numbers, and the time left as minutes and seconds', () => {
  expect(spelledCode('A2')).toBe('Código: letra A, número 2')
  expect(timeLeftText(125)).toBe('Quedan 2:05 para confirmar')
  expect(timeLeftText(0)).toBe('Esperando la respuesta…')
})
