/** By how much a field may stick out through rounding, as a fraction of the page. */
export const ROUNDING = 1e-6
