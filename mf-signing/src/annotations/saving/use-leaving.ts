import { useEffect, useState } from 'react'
import { useLatest } from 'shared/state'
import type { AnnotationComponent } from '../adapter/annotation-component.ts'

export interface LeaveRequest {
  readonly proceed: () => void
  readonly stay: () => void
}

/** `wish`: navigation from outside. */
export const useLeaveGuard = (component: AnnotationComponent | undefined, wish: LeaveRequest | undefined) => {
  const [asked, setAsked] = useState<LeaveRequest>()
  const latest = useLatest(component)
  const leave = (leaving: LeaveRequest): void => {
    if (latest.current?.isModified()) setAsked(leaving)
    else leaving.proceed()
  }
  useEffect(() => {
    if (wish) leave(wish)
    // Only a new wish triggers the effect.
  }, [wish])
  const answer = (act: keyof LeaveRequest) => () => {
    setAsked(undefined)
    asked?.[act]()
  }
  return { asked, leave, proceed: answer('proceed'), stay: answer('stay') }
}

export type LeaveGuard = ReturnType<typeof useLeaveGuard>
