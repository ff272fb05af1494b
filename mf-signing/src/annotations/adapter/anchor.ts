import type { WindowPoint } from './annotation-component.ts'

const nearestPage = (area: HTMLElement, y: number): HTMLElement | undefined => {
  const distance = (element: HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.max(0, top - y, y - bottom)
  }
  return [...area.querySelectorAll<HTMLElement>('.page')]
    .map((element) => ({ element, distance: distance(element) }))
    .reduce<{ element: HTMLElement; distance: number } | undefined>(
      (best, page) => (best && best.distance <= page.distance ? best : page),
      undefined,
    )?.element
}

export const middleOf = (area: HTMLElement): WindowPoint => {
  const { left, top, width, height } = area.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

export const keepingPlace = (area: HTMLElement, at: WindowPoint, resize: () => void): void => {
  const page = nearestPage(area, at.y)
  if (!page) {
    resize()
    return
  }
  const before = page.getBoundingClientRect()
  const part = { x: (at.x - before.left) / before.width, y: (at.y - before.top) / before.height }
  resize()
  const after = page.getBoundingClientRect()
  area.scrollBy(after.left + part.x * after.width - at.x, after.top + part.y * after.height - at.y)
}
