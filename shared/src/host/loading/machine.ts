/**
 * `contract` and `version` indicate a
 * wrong deploy; retrying cannot help.
 */
export type FailureReason = 'registry' | 'load' | 'timeout' | 'contract' | 'version'

export interface LoadFailure {
  readonly reason: FailureReason
  /** Absent if the registry failed. */
  readonly release?: string
  /** English, for the console. */
  readonly message: string
}

export interface ReleasePlan {
  readonly active: string
  readonly fallback: string | null
}

/** Milliseconds. */
export interface LoaderTimes {
  readonly registryMs: number
  readonly attemptMs: number
  /** Delay before the single retry. */
  readonly pauseMs: number
}

/**
 * `first` and `retry`: active release;
 * `fallback`: previous release.
 */
export type LoadStage = 'first' | 'retry' | 'fallback'

interface Common {
  /** Identifies results of older steps, which are dropped. */
  readonly step: number
  readonly failures: readonly LoadFailure[]
}

export type LoaderState<App> =
  | (Common & { readonly kind: 'idle' })
  | (Common & { readonly kind: 'consulting'; readonly attempt: 'first' | 'retry'; readonly timeoutMs: number })
  | (Common & {
      readonly kind: 'loading'
      readonly plan: ReleasePlan
      readonly release: string
      readonly attempt: LoadStage
      readonly timeoutMs: number
    })
  /** Without a plan, the registry is retried. */
  | (Common & { readonly kind: 'pausing'; readonly plan: ReleasePlan | null; readonly pauseMs: number })
  | (Common & {
      readonly kind: 'ready'
      readonly release: string
      /** A page could load it instead. */
      readonly previous: string | null
      readonly app: App
    })
  | (Common & { readonly kind: 'failed' })

export type LoaderEvent<App> =
  | { readonly type: 'asked' }
  | { readonly type: 'planned'; readonly step: number; readonly plan: ReleasePlan }
  | { readonly type: 'paused'; readonly step: number }
  | { readonly type: 'loaded'; readonly step: number; readonly app: App }
  | { readonly type: 'refused'; readonly step: number; readonly failure: LoadFailure }

export const idleLoader = { kind: 'idle', step: 0, failures: [] } as const

type Loading<App> = Extract<LoaderState<App>, { kind: 'loading' }>

const begin = <App>(from: Common, plan: ReleasePlan, attempt: LoadStage, times: LoaderTimes): Loading<App> => ({
  kind: 'loading',
  step: from.step + 1,
  failures: from.failures,
  plan,
  release: attempt === 'fallback' && plan.fallback !== null ? plan.fallback : plan.active,
  attempt,
  timeoutMs: times.attemptMs,
})

const consult = <App>(from: Common, attempt: 'first' | 'retry', times: LoaderTimes): LoaderState<App> => ({
  kind: 'consulting',
  step: from.step + 1,
  failures: from.failures,
  attempt,
  timeoutMs: times.registryMs,
})

/** A release that hangs would hang again, for as long. */
const isWorthARetry = (reason: FailureReason, { fallback }: ReleasePlan): boolean =>
  reason === 'timeout' ? fallback === null : reason !== 'contract' && reason !== 'version'

const withFailure = (from: Common, failure: LoadFailure): Common => ({
  step: from.step + 1,
  failures: [...from.failures, failure],
})

const afterRefusal = <App>(state: Loading<App>, failure: LoadFailure, times: LoaderTimes): LoaderState<App> => {
  const next = withFailure(state, failure)
  if (state.attempt === 'first' && isWorthARetry(failure.reason, state.plan))
    return { ...next, kind: 'pausing', plan: state.plan, pauseMs: times.pauseMs }
  if (state.attempt !== 'fallback' && state.plan.fallback !== null)
    return { ...begin<App>(state, state.plan, 'fallback', times), failures: next.failures }
  return { ...next, kind: 'failed' }
}

/** Every attempt at the registry but the first is the last. */
const afterConsulting = <App>(
  state: Extract<LoaderState<App>, { kind: 'consulting' }>,
  event: LoaderEvent<App>,
  times: LoaderTimes,
): LoaderState<App> => {
  if (event.type === 'planned') return begin(state, event.plan, 'first', times)
  if (event.type !== 'refused') return state
  const next = withFailure(state, event.failure)
  return state.attempt === 'first'
    ? { ...next, kind: 'pausing', plan: null, pauseMs: times.pauseMs }
    : { ...next, kind: 'failed' }
}

const afterLoading = <App>(state: Loading<App>, event: LoaderEvent<App>, times: LoaderTimes): LoaderState<App> => {
  if (event.type === 'refused') return afterRefusal(state, event.failure, times)
  if (event.type !== 'loaded') return state
  const { failures, release, attempt, plan } = state
  const previous = attempt === 'fallback' ? null : plan.fallback
  return { kind: 'ready', step: state.step + 1, failures, release, previous, app: event.app }
}

/**
 * Registry (one retry) → active release (one retry, unless it hangs and
 * there is a previous one) → previous release → failed. Pure: the runner executes the state and dispatches events with
 * its `step`. Ignores other events.
 */
export const reduceLoader = <App>(
  state: LoaderState<App>,
  event: LoaderEvent<App>,
  times: LoaderTimes,
): LoaderState<App> => {
  if (event.type === 'asked') {
    if (state.kind !== 'idle' && state.kind !== 'failed') return state
    return consult({ step: state.step, failures: [] }, 'first', times)
  }
  if (event.step !== state.step) return state
  switch (state.kind) {
    case 'consulting':
      return afterConsulting(state, event, times)
    case 'loading':
      return afterLoading(state, event, times)
    case 'pausing':
      if (event.type !== 'paused') return state
      return state.plan ? begin(state, state.plan, 'retry', times) : consult(state, 'retry', times)
    default:
      return state
  }
}
