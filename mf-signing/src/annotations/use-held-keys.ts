import type { RefObject } from 'react'
import { useEffect } from 'react'
import type { AnnotationComponent } from './adapter/annotation-component.ts'

/** Text inputs. Sliders and colours leave undo to pdf.js. */
const FIELDS = 'textarea, select, input:not([type="radio"], [type="checkbox"], [type="range"], [type="color"])'

export const useHeldKeys = (component: AnnotationComponent | undefined, held: boolean): void => {
  useEffect(() => (held ? component?.holdKeys() : undefined), [component, held])
}

/** pdf.js handles its own inputs. */
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
