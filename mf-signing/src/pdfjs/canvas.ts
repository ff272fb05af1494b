import type { Size } from '../geometry/geometry.ts'

export const sizeCanvas = (canvas: HTMLCanvasElement, { width, height }: Size): void => {
  canvas.width = Math.max(1, Math.floor(width))
  canvas.height = Math.max(1, Math.floor(height))
}

/** Frees the memory at once; browsers delay it. */
export const releaseCanvas = (canvas: Element): void => {
  canvas.remove()
  if (canvas instanceof HTMLCanvasElement) {
    canvas.width = 0
    canvas.height = 0
  }
}
