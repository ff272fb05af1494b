/** Widest small window, in CSS pixels. */
export const NARROW_WINDOW_PX = 1024
