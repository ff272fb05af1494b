import type { PageSize } from '../syntax/page-geometry.ts'

/**
 * Port of the picture judge. An adapter draws what people see: page
 * content, annotations and form fields, but no highlights.
 */
export interface PictureRenderer {
  /** @throws if the renderer cannot read the file */
  open(bytes: Uint8Array): Promise<RenderedFile>
}

/** One revision, opened for drawing. Close it: its memory is PDFium's. */
export interface RenderedFile {
  readonly pageCount: number
  /**
   * @param page from 1
   * @throws if the page cannot be drawn within the limits; other pages may still be drawn
   */
  draw(page: number, limits: DrawLimits): Promise<RenderedPage>
  close(): void
}

export interface DrawLimits {
  /** Of one picture. */
  readonly pixels: number
  /** Pixels. For people: pages of any size get this width. Absent for judges, who need the scale. */
  readonly width?: number
}

/** A page as people see it. */
export interface RenderedPage {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Four bytes a pixel over white, in the same order in all pictures of one renderer. */
  readonly pixels: Uint8Array | Uint8ClampedArray
  /** As displayed. */
  readonly points: PageSize
  /** Degrees (/Rotate). */
  readonly rotation: number
}

/** Pixels a point: a pixel is 0.18 mm (144 dpi). Measured: decision 0066. */
export const PICTURE_SCALE = 2
/** Of pages too large for `PICTURE_SCALE`; below it, small print can hide. */
const LEAST_SCALE = 1

/** A page that its renderer cannot draw; the other pages may be fine. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/**
 * Pixels of a page. Large pages are drawn at a smaller scale.
 * @throws PictureError beyond the limit at the least scale or at the asked width, and for an impossible size
 */
export function pictureSize({ width, height }: PageSize, { pixels, width: asked }: DrawLimits): PageSize {
  const most = Math.sqrt(pixels / (width * height))
  const wanted = asked === undefined ? PICTURE_SCALE : asked / width
  const least = asked === undefined ? LEAST_SCALE : wanted
  const scale = Math.min(wanted, most)
  const size = { width: asked ?? Math.ceil(width * scale), height: Math.ceil(height * scale) }
  // Negated, so that a size that is no number is refused.
  if (!(scale > 0 && scale < Infinity && scale >= least && size.width > 0 && size.height > 0))
    throw new PictureError(`a page of ${width} × ${height} points is too large`)
  return size
}
