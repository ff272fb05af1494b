import { type ComponentType, useEffect, useState } from 'react'
import { useLatest } from '../ui/use-latest.ts'

export interface Deferred<Props> {
  /** A failed load is retried on the next mount. */
  use(wanted: boolean, onFailed?: () => void): ComponentType<Props> | undefined
  preload(): void
}

/** Unlike `lazy`, has no suspense, and a failure affects only this component. */
export const deferred = <Props>(load: () => Promise<{ default: ComponentType<Props> }>): Deferred<Props> => {
  let loaded: ComponentType<Props> | undefined
  const use = (wanted: boolean, onFailed?: () => void) => {
    const [, setLoaded] = useState(loaded !== undefined)
    const report = useLatest(onFailed)
    useEffect(() => {
      if (!wanted || loaded) return
      let gone = false
      load().then(
        (module) => {
          loaded = module.default
          if (!gone) setLoaded(true)
        },
        () => gone || report.current?.(),
      )
      return () => {
        gone = true
      }
    }, [wanted])
    return wanted ? loaded : undefined
  }
  return { use, preload: () => void load().catch(() => undefined) }
}
