/** A fraction of the page. */
export const ROUNDING = 1e-6
