import {
  type LoadEvent,
  loadErrors,
  SITE_EVENTS_MAX,
  type SiteEvent,
  SiteEventsSchema,
} from 'shared/contract/load-events'
import type { FailureReason, LoadStage } from 'shared/host'
import { createLoader } from 'shared/host'
import * as v from 'valibot'
import { BLANK_AFTER_MS, SEND_AFTER_MS, sendLater, watchLoads } from './load-events.ts'

const reasons: Record<FailureReason, (typeof loadErrors)[number]> = {
  registry: 'registry',
  load: 'load',
  timeout: 'timeout',
  contract: 'contract',
  version: 'version',
}
test.each(loadErrors)('the loader knows the failure reason %s', (error) => expect(reasons[error]).toBe(error))

/** Each attempt takes 100 ms. */
const eventsOf = async (
  attempts: readonly ('ok' | FailureReason)[],
  fallback: string | null = '1.0.0',
): Promise<SiteEvent[]> => {
  let now = 1000
  const events: SiteEvent[] = []
  const left = [...attempts]
  const next = async (_name: string, _release: string, _attempt: LoadStage) => {
    now += 100
    const outcome = left.shift() ?? 'load'
    if (outcome !== 'ok') throw outcome
    return 'app'
  }
  const watch = watchLoads({
    now: () => now,
    notify: (event) => events.push(event),
    after: () => undefined,
    onLeave: () => undefined,
  })
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
    observe: watch.observe,
  })
  await loader.load('mf_auth').catch(() => undefined)
  now += 40
  watch.mounted('mf_auth')
  watch.mounted('mf_auth')
  return events
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
])('the load event records the release and its outcome: %s', async (_name, attempts, fallback, expected) => {
  const events = await eventsOf(attempts, fallback)
  expect(events[0]).toEqual({ remote: 'mf_auth', ...expected })
  expect(v.is(SiteEventsSchema, events)).toBe(true)
})

test.each<[string, readonly ('ok' | FailureReason)[], string | null, readonly object[]]>([
  ['mounts', ['ok'], '1.0.0', [{ release: '2.0.0', mountMs: 140 }]],
  ['needs a retry', ['load', 'ok'], '1.0.0', [{ release: '2.0.0', mountMs: 240 }]],
  [
    'does not load, unlike the previous one',
    ['contract', 'ok'],
    '1.0.0',
    [
      { release: '2.0.0', kind: 'load', first: true },
      { release: '1.0.0', mountMs: 240 },
    ],
  ],
  [
    'does not load, like the previous one',
    ['load', 'load', 'load'],
    '1.0.0',
    [
      { release: '2.0.0', kind: 'load', first: true },
      { release: '1.0.0', kind: 'load', first: true },
    ],
  ],
  ['is unknown', ['registry', 'registry'], null, []],
])('the page reports the mounts and errors of a release that %s', async (_name, attempts, fallback, expected) => {
  const [, ...more] = await eventsOf(attempts, fallback)
  expect(more).toEqual(expected.map((event) => ({ remote: 'mf_auth', ...event })))
})

describe('a screen that does not appear', () => {
  const ready = { kind: 'ready', app: 'app', release: '2', previous: null, failures: [] } as const
  const open = () => {
    let now = 0
    const events: SiteEvent[] = []
    const timers: (() => void)[] = []
    let leave: () => void = () => undefined
    const watch = watchLoads({
      now: () => now,
      notify: (event) => events.push(event),
      after: (ms, run) => {
        expect(ms).toBe(BLANK_AFTER_MS)
        timers.push(run)
      },
      onLeave: (run) => {
        leave = run
      },
    })
    watch.observe({ name: 'mf_auth', event: { type: 'loaded', app: 'app' }, state: ready } as never)
    const kinds = () => events.flatMap((event) => ('kind' in event ? [event] : []))
    return {
      watch,
      kinds,
      pass: (ms: number) => {
        now += ms
        if (now >= BLANK_AFTER_MS) for (const timer of timers.splice(0)) timer()
      },
      leave: () => leave(),
    }
  }
  const blank = { remote: 'mf_auth', release: '2', kind: 'blank', first: true }

  test('is reported after ten seconds, and once', () => {
    const { kinds, pass, leave } = open()
    pass(BLANK_AFTER_MS - 1)
    expect(kinds()).toEqual([])
    pass(1)
    leave()
    expect(kinds()).toEqual([blank])
  })

  test('is reported when the person leaves, unless that is at once', () => {
    const early = open()
    early.pass(1999)
    early.leave()
    expect(early.kinds()).toEqual([])
    const late = open()
    late.pass(2000)
    late.leave()
    expect(late.kinds()).toEqual([blank])
  })

  test('a screen that appeared is never reported', () => {
    const { watch, kinds, pass, leave } = open()
    watch.mounted('mf_auth')
    pass(BLANK_AFTER_MS)
    leave()
    expect(kinds()).toEqual([])
  })
})

describe('sending of events', () => {
  const event: LoadEvent = { remote: 'mf_auth', release: '1', outcome: 'loaded', ms: 1, error: null }
  const setUp = () => {
    const timers: (() => void)[] = []
    const sent: Blob[] = []
    let leave: () => void = () => undefined
    const send = sendLater({
      send: (body) => sent.push(body),
      token: () => 'abc',
      after: (ms, run) => {
        expect(ms).toBe(SEND_AFTER_MS)
        timers.push(run)
      },
      onLeave: (run) => {
        leave = run
      },
    })
    return { send, timers, sent, leave: () => leave() }
  }

  test('the events of one page are sent together, as JSON', () => {
    const { send, timers, sent } = setUp()
    send(event)
    send({ ...event, remote: 'mf_signing' })
    expect([timers.length, sent.length]).toEqual([1, 0])
    timers[0]?.()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.type).toBe('application/json')
    expect(sent[0]?.size).toBe(
      JSON.stringify({ token: 'abc', events: [event, { ...event, remote: 'mf_signing' }] }).length,
    )
  })

  test('one call carries at most as many events as the site accepts', async () => {
    const { send, timers, sent } = setUp()
    for (let count = 0; count <= SITE_EVENTS_MAX; count += 1) send(event)
    timers[0]?.()
    expect(sent.map(({ size }) => size)).toEqual(
      [SITE_EVENTS_MAX, 1].map((count) => JSON.stringify({ token: 'abc', events: Array(count).fill(event) }).length),
    )
  })

  test('pending events are sent once when the user leaves; later events wait again', () => {
    const { send, timers, sent, leave } = setUp()
    leave()
    expect(sent).toHaveLength(0)
    send(event)
    leave()
    timers[0]?.()
    expect(sent).toHaveLength(1)
    send(event)
    timers[1]?.()
    expect(sent).toHaveLength(2)
  })
})
