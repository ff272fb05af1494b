export const NARROW_WINDOW_PX = 1024
