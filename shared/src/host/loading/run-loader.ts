import type { RemoteName } from '../../contract/index.ts'
import type {
  FailureReason,
  LoaderEvent,
  LoaderState,
  LoaderTimes,
  LoadFailure,
  LoadStage,
  ReleasePlan,
} from './machine.ts'
import { idleLoader, reduceLoader } from './machine.ts'

export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly remote: RemoteName
  readonly failures: readonly LoadFailure[]

  constructor(remote: RemoteName, failures: readonly LoadFailure[]) {
    super(`${remote} could not be loaded: ${failures.map(({ message }) => message).join(' | ')}`)
    this.remote = remote
    this.failures = failures
  }
}

export interface LoaderStep {
  readonly name: RemoteName
  readonly event: LoaderEvent<unknown>
  readonly state: LoaderState<unknown>
}

export interface LoaderPorts<App> {
  plan(name: RemoteName, options: { readonly fresh: boolean }): Promise<ReleasePlan>
  load(name: RemoteName, release: string, attempt: LoadStage): Promise<App>
  reasonOf(error: unknown): FailureReason
  readonly times: LoaderTimes
  /** Returns a cancel function. */
  after(ms: number, run: () => void): () => void
  observe?(step: LoaderStep): void
}

export const runAfter = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const failureMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type Ready<App> = Extract<LoaderState<App>, { kind: 'ready' }>

const run = <App>(name: RemoteName, fresh: boolean, ports: LoaderPorts<App>): Promise<Ready<App>> =>
  new Promise((resolve, reject) => {
    let state: LoaderState<App> = idleLoader

    const dispatch = (event: LoaderEvent<App>): void => {
      const next = reduceLoader(state, event, ports.times)
      if (next === state) return
      state = next
      ports.observe?.({ name, event, state })
      perform(next)
    }

    /** Dispatches the result of `work`, or a timeout after `ms`. */
    const attempt = <T>(
      step: number,
      ms: number,
      release: string | undefined,
      work: Promise<T>,
      done: (value: T) => void,
    ): void => {
      const refuse = (reason: FailureReason, message: string) =>
        dispatch({ type: 'refused', step, failure: { reason, message, ...(release ? { release } : {}) } })
      const cancel = ports.after(ms, () => refuse('timeout', `no answer within ${ms} ms`))
      work
        .then(done, (error) => refuse(release ? ports.reasonOf(error) : 'registry', failureMessage(error)))
        .finally(cancel)
    }

    const perform = (now: LoaderState<App>): void => {
      const { step } = now
      if (now.kind === 'consulting')
        attempt(step, now.timeoutMs, undefined, ports.plan(name, { fresh }), (plan) =>
          dispatch({ type: 'planned', step, plan }),
        )
      else if (now.kind === 'loading')
        attempt(step, now.timeoutMs, now.release, ports.load(name, now.release, now.attempt), (app) =>
          dispatch({ type: 'loaded', step, app }),
        )
      else if (now.kind === 'pausing') ports.after(now.pauseMs, () => dispatch({ type: 'paused', step }))
      else if (now.kind === 'ready') resolve(now)
      else if (now.kind === 'failed') reject(new RemoteLoadError(name, now.failures))
    }

    dispatch({ type: 'asked' })
  })

/** Callers share a pending load; a call after a failure retries. */
export const createLoader = <App>(ports: LoaderPorts<App>) => {
  const underWay = new Map<RemoteName, Promise<App>>()
  const ready = new Map<RemoteName, Ready<App>>()
  const failed = new Set<RemoteName>()

  const start = async (name: RemoteName): Promise<App> => {
    try {
      const state = await run(name, failed.has(name), ports)
      failed.delete(name)
      ready.set(name, state)
      return state.app
    } catch (error) {
      failed.add(name)
      underWay.delete(name)
      throw error
    }
  }

  return {
    /** @throws RemoteLoadError */
    load(name: RemoteName): Promise<App> {
      const known = underWay.get(name)
      if (known) return known
      const promise = start(name)
      underWay.set(name, promise)
      return promise
    },
    loaded: (name: RemoteName): App | undefined => ready.get(name)?.app,
    running: (name: RemoteName): Pick<Ready<App>, 'release' | 'previous'> | undefined => ready.get(name),
  }
}
