import { type LoadEvent, LoadEventSchema, loadErrors } from 'shared/contract/load-events'
import * as v from 'valibot'
import { SEND_AFTER_MS, sendLater, watchLoads } from './load-events.ts'
import type { Attempt, FailureReason } from './machine.ts'
import { createLoader } from './run-loader.ts'

const reasons: Record<FailureReason, (typeof loadErrors)[number]> = {
  registry: 'registry',
  load: 'load',
  timeout: 'timeout',
  contract: 'contract',
  version: 'version',
}
test.each(loadErrors)('%s is a reason of the loader', (error) => expect(reasons[error]).toBe(error))

/** Each attempt takes 100 ms. */
const eventOf = async (
  attempts: readonly ('ok' | FailureReason)[],
  fallback: string | null = '1.0.0',
): Promise<LoadEvent | undefined> => {
  let now = 1000
  let event: LoadEvent | undefined
  const left = [...attempts]
  const next = async (_name: string, _release: string, _attempt: Attempt) => {
    now += 100
    const outcome = left.shift() ?? 'load'
    if (outcome !== 'ok') throw outcome
    return 'app'
  }
  const loader = createLoader<string>({
    plan: async () => {
      if (left[0] === 'registry') throw left.shift()
      return { active: '2.0.0', fallback }
    },
    load: next,
    reasonOf: (error) => reasons[v.parse(v.picklist(loadErrors), error)],
    times: { registryMs: 1, attemptMs: 1, pauseMs: 0 },
    after: (ms, run) => {
      if (ms === 0) queueMicrotask(run)
      return () => undefined
    },
    observe: watchLoads(
      () => now,
      (told) => {
        event = told
      },
    ),
  })
  await loader.load('mf_auth').catch(() => undefined)
  return event
}

test.each<[string, readonly ('ok' | FailureReason)[], string | null, Omit<LoadEvent, 'remote'>]>([
  ['at once', ['ok'], '1.0.0', { release: '2.0.0', outcome: 'loaded', ms: 100, error: null }],
  ['the second time', ['load', 'ok'], '1.0.0', { release: '2.0.0', outcome: 'retried', ms: 200, error: 'load' }],
  [
    'with the registry late',
    ['registry', 'ok'],
    null,
    { release: '2.0.0', outcome: 'retried', ms: 100, error: 'registry' },
  ],
  ['the one before', ['version', 'ok'], '1.0.0', { release: '1.0.0', outcome: 'fell-back', ms: 200, error: 'version' }],
  ['none', ['load', 'timeout'], null, { release: '2.0.0', outcome: 'failed', ms: 200, error: 'timeout' }],
  ['neither', ['contract', 'load'], '1.0.0', { release: '1.0.0', outcome: 'failed', ms: 200, error: 'load' }],
  ['no plan', ['registry', 'registry'], null, { release: null, outcome: 'failed', ms: 0, error: 'registry' }],
])('a release that came %s', async (_name, attempts, fallback, expected) => {
  const event = await eventOf(attempts, fallback)
  expect(event).toEqual({ remote: 'mf_auth', ...expected })
  expect(v.is(LoadEventSchema, event)).toBe(true)
})

describe('sending', () => {
  const event: LoadEvent = { remote: 'mf_auth', release: '1', outcome: 'loaded', ms: 1, error: null }
  const setUp = () => {
    const timers: (() => void)[] = []
    const sent: Blob[] = []
    let leave: () => void = () => undefined
    const tell = sendLater({
      send: (body) => sent.push(body),
      after: (ms, run) => {
        expect(ms).toBe(SEND_AFTER_MS)
        timers.push(run)
      },
      onLeave: (run) => {
        leave = run
      },
    })
    return { tell, timers, sent, leave: () => leave() }
  }

  test('events of one page travel together, as JSON', () => {
    const { tell, timers, sent } = setUp()
    tell(event)
    tell({ ...event, remote: 'mf_signing' })
    expect([timers.length, sent.length]).toEqual([1, 0])
    timers[0]?.()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.type).toBe('application/json')
    expect(sent[0]?.size).toBe(JSON.stringify([event, { ...event, remote: 'mf_signing' }]).length)
  })

  test('pending events are sent once when the user leaves; later ones wait again', () => {
    const { tell, timers, sent, leave } = setUp()
    leave()
    expect(sent).toHaveLength(0)
    tell(event)
    leave()
    timers[0]?.()
    expect(sent).toHaveLength(1)
    tell(event)
    timers[1]?.()
    expect(sent).toHaveLength(2)
  })
})
