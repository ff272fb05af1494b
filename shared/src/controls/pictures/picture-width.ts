/** Pixels; the contract has the same. */
const WIDTHS = [160, 320, 480] as const
/** A picture may be so much larger than its pixels: the eye sees no difference. */
const STRETCH = 1.06

/** @param width in CSS pixels */
export const pictureWidth = (width: number, pixelRatio: number): number =>
  WIDTHS.find((drawn) => drawn * STRETCH >= width * pixelRatio) ?? WIDTHS[2]
