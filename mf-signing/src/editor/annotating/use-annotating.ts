import type { RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { LeaveRequest } from '../../annotations/saving/use-leaving.ts'
import { editorTexts } from '../constants.ts'

export interface AnnotatingModel {
  readonly active: boolean
  readonly start: () => void
  readonly end: () => void
  readonly unsaved: boolean
  readonly setUnsaved: (unsaved: boolean) => void
  /** The annotation editor decides on this navigation. */
  readonly leaving: LeaveRequest | undefined
  readonly askToLeave: (proceed: () => void) => void
}

export const useAnnotating = (region: RefObject<HTMLElement | null>): AnnotatingModel => {
  const [active, setActive] = useState(false)
  const [unsaved, setUnsaved] = useState(false)
  const [leaving, setLeaving] = useState<LeaveRequest>()
  const was = useRef(false)
  useLayoutEffect(() => {
    const back = was.current && !active
    was.current = active
    if (!back) return
    region.current?.querySelector<HTMLElement>(`button[aria-label="${editorTexts.annotate}"]`)?.focus()
  }, [region, active])
  const stay = () => setLeaving(undefined)
  return {
    active,
    start: () => setActive(true),
    end: () => {
      stay()
      setActive(false)
    },
    unsaved,
    setUnsaved,
    leaving,
    askToLeave: (proceed) =>
      setLeaving({
        stay,
        proceed: () => {
          stay()
          proceed()
        },
      }),
  }
}
