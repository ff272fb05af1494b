export const PICTURE_MAX_PIXELS = 4 * 1024 * 1024
/** Safari can't encode WebP and falls back to PNG. */
export const PICTURE_TYPE = 'image/webp'
/** From 0 to 1: text stays sharp at a few kilobytes a page. */
export const PICTURE_QUALITY = 0.86
