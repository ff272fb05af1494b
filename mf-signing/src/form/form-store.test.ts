/** @jest-environment jsdom */
import { type NetworkAnswer, type SentCall, serveFetch, settle } from 'shared/testing'
import { storedFormField } from '../testing/wire.ts'
import { createFormStore } from './form-store.ts'

beforeEach(() => {
  jest.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => jest.useRealTimers())

const saved: NetworkAnswer = { status: 200, body: { draft_saved_at: '2026-11-23T18:00:00.000Z' } }
const text = storedFormField({ id: 1 })
const open = (answer: (call: SentCall) => NetworkAnswer | TypeError = () => saved, values: [] = []) => {
  const calls = serveFetch((call) => answer(call))
  const form = { fields: [text], values, prefilled: [], draft_saved_at: null, today: '2026-11-23' }
  const store = createFormStore(form, { fieldIds: [7], withBearer: (call) => call({ token: 'guest' }) })
  return { calls, store }
}
const sent = (calls: readonly SentCall[]) => calls.map(({ body }) => body)
const draft = (value: string) => ({ values: [{ form_field_id: 1, value }] })

test('the store saves typed values once, after a pause', async () => {
  const { calls, store } = open()
  store.set(1, 'C')
  store.set(1, 'Café')
  expect(store.get().saving).toBe('waiting')
  await settle(700)
  expect(sent(calls)).toEqual([draft('Café')])
  expect(store.get().saving).toBe('saved')
  expect(sessionStorage).toHaveLength(0)
})

test('flush waits for the running save, sends the newest values, and rejects when the server refuses', async () => {
  const answers: ((answer: NetworkAnswer) => void)[] = []
  const calls = serveFetch(() => new Promise<NetworkAnswer>((resolve) => answers.push(resolve)))
  const form = { fields: [text], values: [], prefilled: [], draft_saved_at: null, today: '2026-11-23' }
  const store = createFormStore(form, { fieldIds: [7], withBearer: (call) => call({ token: 'guest' }) })
  store.set(1, 'C')
  await settle(700)
  store.set(1, 'Café')
  let ended = false
  const flushed = store.flush().then(() => {
    ended = true
  })
  await settle(10)
  expect(sent(calls)).toEqual([draft('C')])
  answers[0]?.(saved)
  await settle(10)
  expect(sent(calls)).toEqual([draft('C'), draft('Café')])
  expect(ended).toBe(false)
  answers[1]?.(saved)
  await flushed
  expect(store.get().saving).toBe('saved')
  const failing = expect(store.flush()).rejects.toThrow('No se pudo.')
  answers[2]?.({ status: 409, body: { code: 'FIELD_SIGNED', message: 'No se pudo.' } })
  await failing
})

test('without network the values stay in the browser, survive a reload and are sent again', async () => {
  let broken = true
  const answer = () => (broken ? new TypeError('offline') : saved)
  const { calls, store } = open(answer)
  store.set(1, 'Café')
  await settle(700)
  expect(store.get().saving).toBe('failed')
  store.stop()

  broken = false
  const again = open(answer)
  expect(again.store.values()).toEqual(draft('Café').values)
  await settle(0)
  expect(sent(again.calls)).toEqual([draft('Café')])
  expect(again.store.get().saving).toBe('saved')
  expect(sent(calls)).toEqual([draft('Café')])
})

test('the store retries a temporary failure automatically, but not a refusal', async () => {
  let status = 503
  const { calls, store } = open(() =>
    status === 200 ? saved : { status, body: { code: 'UNAVAILABLE', message: 'No disponible.' } },
  )
  store.set(1, 'Café')
  await settle(700)
  status = 403
  await settle(5000)
  expect(calls).toHaveLength(2)
  expect(store.get().saving).toBe('failed')
  await settle(60_000)
  expect(calls).toHaveLength(2)
})

test('an empty required field blocks signing and is claimed for focus only once', () => {
  const { store } = open()
  expect(store.blocks()).toBe(true)
  expect(store.get()).toMatchObject({ led: { id: 1, times: 1 } })
  expect([store.claim(1), store.claim(1)]).toEqual([true, false])
  store.set(1, 'Café')
  expect(store.blocks()).toBe(false)
})
