/** How much white a comment's paper has: its text has to be read on it. */
const WHITE = 0.6

/** The colour of a comment's button and paper from that of its annotation, components 0 to 255; null: it has none. */
export const commentColor = (color: ArrayLike<number> | null, opacity: number): string | null => {
  if (!color || color.length < 3) return null
  const parts = [0, 1, 2].map((index) => {
    const value = color[index] ?? 0
    const seen = 255 + (value - 255) * Math.min(1, Math.max(0, opacity))
    return Math.round(seen + (255 - seen) * WHITE)
  })
  return `rgb(${parts.join(', ')})`
}
