/** A label is at most so far from its line, in points. */
export const LABEL_REACH = 24
/** Longer texts are no labels. In UTF-16 units. */
export const LABEL_LENGTH_MAX = 80
/** A label's baseline is so near to the stroke at its right, in sizes of the font. */
export const BASELINE_REACH = 0.75
