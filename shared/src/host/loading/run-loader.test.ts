import type { FailureReason, LoadStage } from './machine.ts'
import type { LoaderPorts } from './run-loader.ts'
import { createLoader, RemoteLoadError } from './run-loader.ts'

const times = { registryMs: 8000, attemptMs: 15_000, pauseMs: 400 }

const handClock = () => {
  const timers = new Map<number, () => void>()
  let next = 0
  return {
    after(ms: number, run: () => void) {
      const id = ms + next++ / 1000
      timers.set(id, run)
      return () => timers.delete(id)
    },
    fire(ms: number) {
      for (const [id, run] of [...timers]) {
        if (Math.floor(id) !== ms) continue
        timers.delete(id)
        run()
      }
    },
    running: () => timers.size,
  }
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

const setUp = (
  load: (release: string, attempt: LoadStage) => Promise<string>,
  overrides: Partial<LoaderPorts<string>> = {},
) => {
  const clock = handClock()
  const plan = jest.fn(async (_name: string, _options: { fresh: boolean }) => ({ active: '2', fallback: '1' }))
  const calls: string[] = []
  const loader = createLoader<string>({
    plan,
    load: (_name, release, attempt) => {
      calls.push(`${release} ${attempt}`)
      return load(release, attempt)
    },
    reasonOf: (error): FailureReason => (String(error).includes('contract') ? 'contract' : 'load'),
    times,
    after: (ms, run) => {
      // Pauses end immediately; the test fires timeouts.
      if (ms !== times.pauseMs) return clock.after(ms, run)
      queueMicrotask(run)
      return () => undefined
    },
    ...overrides,
  })
  return { loader, clock, plan, calls }
}

test('the loader loads a remote once and shares the remote between all callers', async () => {
  const { loader, calls, clock } = setUp(async () => 'app')
  expect(loader.loaded('mf_auth')).toBeUndefined()
  const [one, two] = await Promise.all([loader.load('mf_auth'), loader.load('mf_auth')])
  expect([one, two, await loader.load('mf_auth')]).toEqual(['app', 'app', 'app'])
  expect(calls).toEqual(['2 first'])
  expect(loader.loaded('mf_auth')).toBe('app')
  expect(clock.running()).toBe(0)
})

test('the loader tries the active release, retries once, then loads the previous release', async () => {
  const { loader, calls } = setUp(async (release) => {
    if (release === '2') throw new Error('503')
    return 'previous'
  })
  await expect(loader.load('mf_auth')).resolves.toBe('previous')
  expect(calls).toEqual(['2 first', '2 retry', '1 fallback'])
})

test('the loader abandons a hanging release after its time limit and ignores its late answer', async () => {
  let answerLate: (app: string) => void = () => undefined
  let answer: (app: string) => void = () => undefined
  const { loader, clock, calls } = setUp(
    (release) =>
      new Promise((resolve) => {
        if (release === '2') answerLate = resolve
        else answer = resolve
      }),
  )
  const loading = loader.load('mf_signing')
  await settle()
  clock.fire(times.attemptMs)
  await settle()
  answerLate('late')
  await settle()
  expect(calls).toEqual(['2 first', '1 fallback'])
  answer('previous')
  await expect(loading).resolves.toBe('previous')
})

test('after a failure, the next call restarts with a fresh registry', async () => {
  let healthy = false
  const { loader, plan, calls } = setUp(async () => {
    if (!healthy) throw new Error('contract 2')
    return 'app'
  })
  const error = await loader.load('mf_auth').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RemoteLoadError)
  expect(error).toMatchObject({
    remote: 'mf_auth',
    failures: [
      { reason: 'contract', release: '2', message: 'contract 2' },
      { reason: 'contract', release: '1', message: 'contract 2' },
    ],
  })
  healthy = true
  await expect(loader.load('mf_auth')).resolves.toBe('app')
  expect(plan.mock.calls.map(([, options]) => options)).toEqual([{ fresh: false }, { fresh: true }])
  expect(calls).toEqual(['2 first', '1 fallback', '2 first'])
})

test('the loader reads an unreadable registry twice, then fails with the reason registry', async () => {
  const plan = jest.fn(async () => {
    throw new Error('/registry.json answered 503')
  })
  const { loader, calls } = setUp(async () => 'app', { plan })
  await expect(loader.load('mf_auth')).rejects.toMatchObject({
    failures: [{ reason: 'registry' }, { reason: 'registry', message: '/registry.json answered 503' }],
  })
  expect(plan).toHaveBeenCalledTimes(2)
  expect(calls).toEqual([])
})

test('the loader reports every step to its observer', async () => {
  const steps: string[] = []
  const { loader } = setUp(async () => 'app', {
    observe: ({ name, event, state }) => steps.push(`${name} ${event.type} ${state.kind}`),
  })
  await loader.load('mf_documents')
  expect(steps).toEqual(['mf_documents asked consulting', 'mf_documents planned loading', 'mf_documents loaded ready'])
})

test('a failure of the registry names no release', async () => {
  const { loader } = setUp(async () => 'app', {
    plan: async () => {
      throw new Error('503')
    },
  })
  const error: unknown = await loader.load('mf_auth').catch((reason: unknown) => reason)
  const failure = { reason: 'registry', message: '503' }
  expect(error instanceof RemoteLoadError ? error.failures : error).toStrictEqual([failure, failure])
})
