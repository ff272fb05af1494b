import type { PictureLimits } from 'pdf/picture'

/**
 * Of each renderer. A page of A0 needs 8 million pixels at one pixel a
 * point; a phone has little memory besides the page and its renderers.
 */
const ON_PHONES: Partial<PictureLimits> = { pages: 200, pixels: 8_000_000 }

const NO_PHONE: Partial<PictureLimits> = {}

/** Pages over the limits are named as not compared. */
export const pictureLimits = (): Partial<PictureLimits> =>
  globalThis.matchMedia?.('(pointer: coarse)').matches ? ON_PHONES : NO_PHONE
