import type { ComponentType } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface Later<Props> {
  /**
   * The component once wanted and loaded; a
   * failed load is retried on the next mount.
   */
  use(wanted: boolean, onFailed?: () => void): ComponentType<Props> | undefined
  preload(): void
}

/**
 * Unlike `lazy`, has no suspense: renders at once when
 * loaded, and a failure affects only this component.
 */
export const later = <Props>(load: () => Promise<{ default: ComponentType<Props> }>): Later<Props> => {
  let loaded: ComponentType<Props> | undefined
  const use = (wanted: boolean, onFailed?: () => void) => {
    const [, setLoaded] = useState(loaded !== undefined)
    const report = useRef(onFailed)
    useLayoutEffect(() => {
      report.current = onFailed
    })
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
