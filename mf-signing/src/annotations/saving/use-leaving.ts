import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'

export interface Leaving {
  readonly proceed: () => void
  readonly stay: () => void
}

/** Asks before unsaved changes are lost. `wish`: navigation from outside. */
export const useLeaving = (component: AnnotationComponent | undefined, wish: Leaving | undefined) => {
  const [asked, setAsked] = useState<Leaving>()
  const latest = useRef(component)
  useLayoutEffect(() => {
    latest.current = component
  })
  const leave = (leaving: Leaving): void => {
    if (latest.current?.isModified()) setAsked(leaving)
    else leaving.proceed()
  }
  useEffect(() => {
    if (wish) leave(wish)
    // Only a new wish triggers the effect.
  }, [wish])
  const answer = (act: keyof Leaving) => () => {
    setAsked(undefined)
    asked?.[act]()
  }
  return { asked, leave, proceed: answer('proceed'), stay: answer('stay') }
}

export type Way = ReturnType<typeof useLeaving>
