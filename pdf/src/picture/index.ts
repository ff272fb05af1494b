import { NOT_COMPARED, type PictureFinding, type PlacedRect } from '../verify/report.ts'
import { drawRevisions, type PictureOptions } from './draw-revisions.ts'

export type { PageRange, PictureFinding, PictureState, PlacedRect } from '../verify/report.ts'
export { PICTURE_LIMITS, type PictureLimits, type PictureOptions } from './draw-revisions.ts'
export { judgePictures, needsPictures } from './judge-pictures.ts'
export {
  type DrawLimits,
  PICTURE_SCALE,
  PictureError,
  type PictureRenderer,
  pictureSize,
  type RenderedFile,
  type RenderedPage,
} from './renderer.ts'

/**
 * Compares two files page by page, for example a copy that was signed elsewhere with its base.
 * @returns `same` if they look alike outside of `allowed`
 * @throws only if `signal` aborts
 */
export async function compareDocumentPictures(
  before: Uint8Array,
  after: Uint8Array,
  { allowed, ...options }: PictureOptions & { readonly allowed: readonly PlacedRect[] },
): Promise<PictureFinding> {
  const [drawn] = await drawRevisions(after, [{ bytes: before, allowed }], options)
  return drawn?.finding ?? NOT_COMPARED
}
