/** In CSS pixels. */
export const COMMENT_POPUP = { width: 180, height: 100 } as const
