import type { Size } from '../../fields/geometry.ts'

/** Makes a canvas as large as what is to be painted on it, in whole pixels. */
export const sizeCanvas = (canvas: HTMLCanvasElement, { width, height }: Size): void => {
  canvas.width = Math.max(1, Math.floor(width))
  canvas.height = Math.max(1, Math.floor(height))
}
