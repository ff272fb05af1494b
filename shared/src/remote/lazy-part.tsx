import { type ComponentType, lazy, type ReactElement, useSyncExternalStore } from 'react'
import { retryOnReturn, whenOnline } from '../state/when-online.ts'

const failures = new Set<() => void>()
let stop: (() => void) | undefined

/** Lets failed parts load again. Then reset their error boundary. */
export const retryFailedParts = (): void => {
  stop?.()
  stop = undefined
  const renewals = [...failures]
  failures.clear()
  for (const renew of renewals) renew()
}

const remember = (renew: () => void): void => {
  failures.add(renew)
  stop ??= whenOnline(retryFailedParts)
}

/**
 * A part of a page in its own chunk, below a Suspense. React's `lazy` keeps
 * a failure for ever; this one loads again after `retryFailedParts` and when
 * the network returns.
 * @param Failed stands in for a part that failed; without it, the error
 * boundary does
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Failed?: ComponentType<Props>,
) => {
  const listeners = new Set<() => void>()
  const begin = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return await retryOnReturn(load)
      } catch (error) {
        remember(renew)
        if (!Failed) throw error
        return { default: Failed }
      }
    })
  let part = begin()
  const renew = () => {
    part = begin()
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return function LazyPart(props: Props): ReactElement {
    const Part: ComponentType<Props> = useSyncExternalStore(subscribe, () => part)
    return <Part {...props} />
  }
}
