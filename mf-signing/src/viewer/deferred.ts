import { type ComponentType, useEffect, useState } from 'react'
import { reportUnknown } from 'shared/http'
import { retryOnReturn, useLatest, whenOnline } from 'shared/state'

export interface DeferredComponent<Props> {
  /** Retries a failed load when the network returns, on the next mount, and for another number. */
  use(wanted: boolean | number, onFailed?: (error: unknown) => void): ComponentType<Props> | undefined
  preload(): void
}

/** Unlike `lazy`: no suspense; a failure affects only this component. */
export const deferComponent = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): DeferredComponent<Props> => {
  let loaded: ComponentType<Props> | undefined
  const use = (wanted: boolean | number, onFailed?: (error: unknown) => void) => {
    const [, setLoaded] = useState(loaded !== undefined)
    const report = useLatest(onFailed)
    useEffect(() => {
      if (!wanted) return
      // It may arrive between render and effect.
      if (loaded) return setLoaded(true)
      let gone = false
      const attempt = () => {
        retryOnReturn(load).then(
          (module) => {
            loaded = module.default
            if (!gone) setLoaded(true)
          },
          (error: unknown) => {
            reportUnknown(error)
            if (!gone) report.current?.(error)
          },
        )
      }
      attempt()
      const stop = whenOnline(attempt)
      return () => {
        gone = true
        stop()
      }
    }, [wanted])
    return wanted ? loaded : undefined
  }
  return { use, preload: () => void load().catch(() => undefined) }
}
