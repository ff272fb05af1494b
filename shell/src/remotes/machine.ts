/** Why an attempt failed. `contract` and `version` are a wrong deploy: trying the same release again cannot help. */
export type FailureReason = 'registry' | 'load' | 'timeout' | 'contract' | 'version'

export interface LoadFailure {
  readonly reason: FailureReason
  /** Which release was tried; absent when the registry itself failed. */
  readonly release?: string
  /** In English, for the team's console. */
  readonly message: string
}

/** What the registry says about one remote: release ids. */
export interface ReleasePlan {
  readonly active: string
  readonly fallback: string | null
}

/** Limits of each step, in milliseconds. */
export interface LoaderTimes {
  readonly registryMs: number
  readonly attemptMs: number
  /** Pause before the one retry. */
  readonly pauseMs: number
}

/** `first` and `retry` try the active release, `fallback` the previous one. */
export type Attempt = 'first' | 'retry' | 'fallback'

interface Common {
  /** Rises with every transition, so that an answer to an abandoned step is recognised and dropped. */
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
      readonly attempt: Attempt
      readonly timeoutMs: number
    })
  /** Between an attempt and its retry; without a plan it is the registry that is asked again. */
  | (Common & { readonly kind: 'pausing'; readonly plan: ReleasePlan | null; readonly pauseMs: number })
  | (Common & { readonly kind: 'ready'; readonly release: string; readonly app: App })
  | (Common & { readonly kind: 'failed' })

export type LoaderEvent<App> =
  | { readonly type: 'asked' }
  | { readonly type: 'planned'; readonly step: number; readonly plan: ReleasePlan }
  | { readonly type: 'paused'; readonly step: number }
  | { readonly type: 'loaded'; readonly step: number; readonly app: App }
  | { readonly type: 'refused'; readonly step: number; readonly failure: LoadFailure }

export const idle = { kind: 'idle', step: 0, failures: [] } as const

type Loading<App> = Extract<LoaderState<App>, { kind: 'loading' }>

const begin = <App>(from: Common, plan: ReleasePlan, attempt: Attempt, times: LoaderTimes): Loading<App> => ({
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

const isWorthARetry = (reason: FailureReason): boolean => reason !== 'contract' && reason !== 'version'

const refused = (from: Common, failure: LoadFailure): Common => ({
  step: from.step + 1,
  failures: [...from.failures, failure],
})

const afterRefusal = <App>(state: Loading<App>, failure: LoadFailure, times: LoaderTimes): LoaderState<App> => {
  const next = refused(state, failure)
  if (state.attempt === 'first' && isWorthARetry(failure.reason))
    return { ...next, kind: 'pausing', plan: state.plan, pauseMs: times.pauseMs }
  if (state.attempt !== 'fallback' && state.plan.fallback !== null)
    return { ...begin<App>(state, state.plan, 'fallback', times), failures: next.failures }
  return { ...next, kind: 'failed' }
}

/**
 * The loader of one remote: registry (with one retry) → active release → one retry → previous release → failed. Pure: who runs it does
 * what the new state asks for and answers with an event that carries the state's `step`. An event that does not fit
 * leaves the state as it is.
 */
export const reduce = <App>(state: LoaderState<App>, event: LoaderEvent<App>, times: LoaderTimes): LoaderState<App> => {
  if (event.type === 'asked') {
    if (state.kind !== 'idle' && state.kind !== 'failed') return state
    return consult({ step: state.step, failures: [] }, 'first', times)
  }
  if (event.step !== state.step) return state
  switch (state.kind) {
    case 'consulting':
      if (event.type === 'planned') return begin(state, event.plan, 'first', times)
      if (event.type !== 'refused') return state
      return state.attempt === 'first'
        ? { ...refused(state, event.failure), kind: 'pausing', plan: null, pauseMs: times.pauseMs }
        : { ...refused(state, event.failure), kind: 'failed' }
    case 'loading':
      if (event.type === 'loaded')
        return {
          kind: 'ready',
          step: state.step + 1,
          failures: state.failures,
          release: state.release,
          app: event.app,
        }
      return event.type === 'refused' ? afterRefusal(state, event.failure, times) : state
    case 'pausing':
      if (event.type !== 'paused') return state
      return state.plan ? begin(state, state.plan, 'retry', times) : consult(state, 'retry', times)
    default:
      return state
  }
}
