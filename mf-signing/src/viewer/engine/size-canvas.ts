import type { Size } from '../../fields/geometry.ts'

export const sizeCanvas = (canvas: HTMLCanvasElement, { width, height }: Size): void => {
  canvas.width = Math.max(1, Math.floor(width))
  canvas.height = Math.max(1, Math.floor(height))
}
