import { fireEvent } from '@testing-library/react'

export const drawStroke = (): void => {
  const canvas = document.querySelector('canvas[role="img"]')
  if (!canvas) throw new Error('there is nothing to draw on')
  fireEvent.pointerDown(canvas, { buttons: 1, clientX: 10, clientY: 10, pointerId: 1 })
  fireEvent.pointerMove(window, { buttons: 1, clientX: 60, clientY: 40, pointerId: 1 })
  fireEvent.pointerUp(window, { buttons: 0, clientX: 90, clientY: 20, pointerId: 1 })
}
