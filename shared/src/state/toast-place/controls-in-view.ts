import { boxOverlapArea, type ScreenBox, type ScreenObstacle } from './free-place.ts'

/** A signature that was just made: people look for it there. */
const SIGNED = '[data-field="signed"]'

const CONTROLS = [
  'a[href]',
  'button',
  'input',
  'select',
  'textarea',
  'summary',
  SIGNED,
  ...['button', 'checkbox', 'link', 'menuitem', 'option', 'radio', 'slider', 'switch', 'tab'].map(
    (role) => `[role="${role}"]`,
  ),
].join(',')

/** Names and messages of controls. */
const TEXTS = 'label, legend, [aria-live], [role="alert"], [role="status"]'

/** A larger fixed element is a whole page, not a bar. */
const BAR_MAX_SHARE = 0.4

const isSticky = (element: Element): boolean => /fixed|sticky/.test(getComputedStyle(element).position)

const clip = (box: ScreenBox, area: ScreenBox): ScreenBox => {
  const left = Math.max(box.left, area.left)
  const top = Math.max(box.top, area.top)
  return {
    left,
    top,
    width: Math.min(box.left + box.width, area.left + area.width) - left,
    height: Math.min(box.top + box.height, area.top + area.height) - top,
  }
}

/** Another layer, such as a dialog, can lie on top. */
const isOnTop = (control: Element, { left, top, width, height }: ScreenBox, toaster: Element): boolean => {
  const hits = document.elementsFromPoint(left + width / 2, top + height / 2)
  const hit = hits.find((element) => !toaster.contains(element))
  if (!hit) return false
  const label = hit.closest('label')
  return control.contains(hit) || hit.contains(control) || label?.control === control
}

/** The bar that contains the control and stays in place. */
const barOf = (control: Element, area: ScreenBox): Element | undefined => {
  for (let element: Element | null = control; element; element = element.parentElement) {
    if (!isSticky(element)) continue
    const { width, height } = element.getBoundingClientRect()
    return width * height <= area.width * area.height * BAR_MAX_SHARE ? element : undefined
  }
  return undefined
}

const elementBox = (element: Element): ScreenBox => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

/** A signature's mark stands outside of its field. */
const boxWithParts = (element: Element): ScreenBox => {
  const boxes = [element, ...element.children].map(elementBox)
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  return {
    left,
    top,
    width: Math.max(...boxes.map((box) => box.left + box.width)) - left,
    height: Math.max(...boxes.map((box) => box.top + box.height)) - top,
  }
}

const obstacleOf = (element: Element, box: ScreenBox, area: ScreenBox): ScreenObstacle => {
  if (!element.matches(CONTROLS)) return { ...box, kind: 'text' }
  const bar = barOf(element, area)
  if (bar) return { ...elementBox(bar), kind: 'vital' }
  return { ...box, kind: element === document.activeElement ? 'vital' : 'control' }
}

/** Reads the layout once per call. */
export const controlsInView = (area: ScreenBox, toaster: Element): ScreenObstacle[] => {
  const obstacles: ScreenObstacle[] = []
  for (const element of document.querySelectorAll(`${CONTROLS},${TEXTS}`)) {
    const box = element.matches(SIGNED) ? boxWithParts(element) : elementBox(element)
    const isSeen = boxOverlapArea(box, area) > 0 && element.checkVisibility({ visibilityProperty: true })
    if (!isSeen || toaster.contains(element) || !isOnTop(element, clip(box, area), toaster)) continue
    obstacles.push(obstacleOf(element, box, area))
  }
  return obstacles
}
