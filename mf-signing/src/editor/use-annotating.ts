import type { RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { editorTexts } from './constants.ts'

/** Whether annotations are in the place of the fields. */
export interface AnnotatingModel {
  readonly active: boolean
  readonly start: () => void
  readonly end: () => void
}

/** Whoever comes back from annotating stands on the tool that they left by. */
export const useAnnotating = (region: RefObject<HTMLElement | null>): AnnotatingModel => {
  const [active, setActive] = useState(false)
  const was = useRef(false)
  useLayoutEffect(() => {
    const back = was.current && !active
    was.current = active
    if (!back) return
    region.current?.querySelector<HTMLElement>(`button[aria-label="${editorTexts.annotate}"]`)?.focus()
  }, [region, active])
  return { active, start: () => setActive(true), end: () => setActive(false) }
}
