import type { ComponentType } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A component of a chunk of its own, which travels when it is first wanted. */
export interface Later<Props> {
  /** The component once it is wanted and there; a chunk that did not arrive is asked for again at the next mount. */
  use(wanted: boolean, onFailed?: () => void): ComponentType<Props> | undefined
  /** Lets it travel now: it may be wanted soon. */
  preload(): void
}

/** Unlike `lazy`: what does not arrive costs that component alone, and what is there is there at once. */
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
