/** Size of an open comment, in CSS pixels. */
export const COMMENT_POPUP = { width: 180, height: 100 } as const
