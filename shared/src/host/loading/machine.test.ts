import type { LoaderEvent, LoaderState, LoadFailure } from './machine.ts'
import { idleLoader, reduceLoader } from './machine.ts'

const times = { registryMs: 8000, attemptMs: 15_000, pauseMs: 400 }
const plan = { active: '2.0.0', fallback: '1.0.0' }
const onlyActive = { active: '2.0.0', fallback: null }

/** `play` adds the step numbers. */
type Happening =
  | 'asked'
  | 'paused'
  | { planned: typeof plan | typeof onlyActive }
  | { refused: LoadFailure['reason'] }
  | 'loaded'

const eventOf = (happening: Happening, step: number): LoaderEvent<string> => {
  if (happening === 'asked') return { type: 'asked' }
  if (happening === 'paused') return { type: 'paused', step }
  if (happening === 'loaded') return { type: 'loaded', step, app: 'the app' }
  if ('planned' in happening) return { type: 'planned', step, plan: happening.planned }
  return { type: 'refused', step, failure: { reason: happening.refused, message: happening.refused } }
}

const play = (...happenings: Happening[]): LoaderState<string> => {
  let state: LoaderState<string> = idleLoader
  for (const happening of happenings) state = reduceLoader(state, eventOf(happening, state.step), times)
  return state
}

const describeState = (state: LoaderState<string>): string => {
  switch (state.kind) {
    case 'consulting':
      return `consulting (${state.attempt})`
    case 'loading':
      return `loading ${state.release} (${state.attempt})`
    case 'pausing':
      return `pausing before ${state.plan ? 'the release' : 'the registry'}`
    case 'ready':
      return `ready ${state.release}`
    default:
      return state.kind
  }
}

const start: Happening[] = ['asked', { planned: plan }]
const alone: Happening[] = ['asked', { planned: onlyActive }]
const refused = (reason: LoadFailure['reason']): Happening => ({ refused: reason })

test.each<[string, Happening[], string]>([
  ['nothing', [], 'idle'],
  ['asked', ['asked'], 'consulting (first)'],
  ['the registry fails once', ['asked', refused('registry')], 'pausing before the registry'],
  ['the registry is asked again', ['asked', refused('registry'), 'paused'], 'consulting (retry)'],
  ['the registry fails twice', ['asked', refused('registry'), 'paused', refused('timeout')], 'failed'],
  ['the registry recovers', ['asked', refused('timeout'), 'paused', { planned: plan }], 'loading 2.0.0 (first)'],
  ['planned', start, 'loading 2.0.0 (first)'],
  ['loaded', [...start, 'loaded'], 'ready 2.0.0'],
  ['a hiccup', [...start, refused('load')], 'pausing before the release'],
  ['a release that hangs', [...start, refused('timeout')], 'loading 1.0.0 (fallback)'],
  ['the only release hangs', [...alone, refused('timeout')], 'pausing before the release'],
  ['the one retry', [...start, refused('load'), 'paused'], 'loading 2.0.0 (retry)'],
  ['the retry works', [...start, refused('load'), 'paused', 'loaded'], 'ready 2.0.0'],
  ['the retry fails', [...start, refused('load'), 'paused', refused('load')], 'loading 1.0.0 (fallback)'],
  [
    'the retry brings a wrong module',
    [...start, refused('load'), 'paused', refused('contract')],
    'loading 1.0.0 (fallback)',
  ],
  ['the retry fails, and there is no fallback', [...alone, refused('load'), 'paused', refused('load')], 'failed'],
  ['a wrong contract is not tried again', [...start, refused('contract')], 'loading 1.0.0 (fallback)'],
  ['a wrong version is not tried again', [...start, refused('version')], 'loading 1.0.0 (fallback)'],
  ['a wrong contract without a fallback', [...alone, refused('contract')], 'failed'],
  ['the fallback works', [...start, refused('version'), 'loaded'], 'ready 1.0.0'],
  ['the fallback fails', [...start, refused('version'), refused('load')], 'failed'],
  ['asked again after a failure', [...alone, refused('contract'), 'asked'], 'consulting (first)'],
  ['asked again while it loads', [...start, 'asked'], 'loading 2.0.0 (first)'],
  ['asked again when it is there', [...start, 'loaded', 'asked'], 'ready 2.0.0'],
  ['a pause without waiters', [...start, 'paused'], 'loading 2.0.0 (first)'],
  ['a plan without waiters', [...start, { planned: onlyActive }], 'loading 2.0.0 (first)'],
  ['loaded before it was asked for', ['asked', 'loaded'], 'consulting (first)'],
])('the loader state is correct after each sequence of events: %s', (_name, happenings, expected) => {
  expect(describeState(play(...happenings))).toBe(expected)
})

test('the states contain the given time limits and the given pause', () => {
  expect(play('asked')).toMatchObject({ timeoutMs: 8000 })
  expect(play(...start)).toMatchObject({ timeoutMs: 15_000 })
  expect(play(...start, refused('load'))).toMatchObject({ pauseMs: 400 })
  expect(play(...start, refused('version'))).toMatchObject({ timeoutMs: 15_000 })
})

test('every state has a step of its own, so that no answer counts for a later state', () => {
  const happenings: Happening[] = [...start, refused('load'), 'paused', refused('load'), 'loaded']
  const steps = happenings.map((_, index) => play(...happenings.slice(0, index + 1)).step)
  expect(steps).toEqual([1, 2, 3, 4, 5, 6])
  expect(play('asked', refused('registry')).step).toBe(2)
  expect(play(...alone, refused('contract')).step).toBe(3)
})

test('the state keeps every failure in order, and a new start removes all failures', () => {
  const failed = play(...start, refused('load'), 'paused', refused('timeout'), refused('contract'))
  expect(failed.failures.map(({ reason }) => reason)).toEqual(['load', 'timeout', 'contract'])
  expect(reduceLoader(failed, { type: 'asked' }, times).failures).toEqual([])
})

test('an answer to an abandoned step does not change the state', () => {
  const first = play(...start)
  const second = reduceLoader(first, eventOf(refused('timeout'), first.step), times)
  expect(reduceLoader(second, { type: 'loaded', step: first.step, app: 'too late' }, times)).toBe(second)
  const third = reduceLoader(second, { type: 'paused', step: second.step }, times)
  expect(reduceLoader(third, eventOf(refused('load'), first.step), times)).toBe(third)
})

test.each<[string, Happening[], string | null]>([
  ['the active release', [...start, 'loaded'], '1.0.0'],
  ['the only release', [...alone, 'loaded'], null],
  ['the previous release', [...start, refused('version'), 'loaded'], null],
])('the ready state names the release that could replace %s', (_name, happenings, previous) => {
  expect(play(...happenings)).toMatchObject({ kind: 'ready', previous })
})
