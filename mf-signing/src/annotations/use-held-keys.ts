import type { RefObject } from 'react'
import { useEffect } from 'react'
import type { AnnotationComponent } from './adapter/annotation-component.ts'

/** Where something is typed. A slider or a colour leaves pdf.js its undo. */
const FIELDS = 'textarea, select, input:not([type="radio"], [type="checkbox"], [type="range"], [type="color"])'

/** While a dialog of ours is open, no key reaches the annotations behind it. */
export const useHeldKeys = (component: AnnotationComponent | undefined, held: boolean): void => {
  useEffect(() => (held ? component?.holdKeys() : undefined), [component, held])
}

/** While a field of ours has the focus, what is typed there stays there; pdf.js's own fields are its own affair. */
export const useFieldsHoldKeys = (
  place: RefObject<HTMLElement | null>,
  component: AnnotationComponent | undefined,
): void => {
  useEffect(() => {
    const element = place.current
    if (!element || !component) return
    let release: (() => void) | undefined
    const letGo = () => {
      release?.()
      release = undefined
    }
    const onFocus = ({ target }: FocusEvent) => {
      letGo()
      const ours = target instanceof Element && !component.area.contains(target) && target.closest(FIELDS)
      if (ours) release = component.holdKeys()
    }
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', letGo)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', letGo)
      letGo()
    }
  }, [place, component])
}
