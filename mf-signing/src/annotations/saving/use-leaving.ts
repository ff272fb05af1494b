import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'

/** Somebody wants to go somewhere else. */
export interface Leaving {
  readonly proceed: () => void
  readonly stay: () => void
}

/** Whoever leaves is asked first where something would be lost. `wish`: wants to leave by another way than ours. */
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
    // Which way they want to go is all that counts.
  }, [wish])
  const answer = (act: keyof Leaving) => () => {
    setAsked(undefined)
    asked?.[act]()
  }
  return { asked, leave, proceed: answer('proceed'), stay: answer('stay') }
}

export type Way = ReturnType<typeof useLeaving>
