/** Pictures that are made at once: one worker reads for all, and the open document goes before them. */
export const PICTURES_AT_ONCE = 2
/** Largest picture, in pixels: a page may be a thousand times as long as it is wide. */
export const PICTURE_MAX_PIXELS = 4 * 1024 * 1024
/** What a picture is written as. A browser that cannot write it (Safari) takes PNG by itself. */
export const PICTURE_TYPE = 'image/webp'
/** From 0 to 1: text stays clean, and a page weighs a few kilobytes. */
export const PICTURE_QUALITY = 0.86
