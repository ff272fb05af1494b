const WHITE = 0.6

/** Components 0 to 255. */
export const commentColor = (color: ArrayLike<number> | null, opacity: number): string | null => {
  if (!color || color.length < 3) return null
  const parts = [0, 1, 2].map((index) => {
    const value = color[index] ?? 0
    const seen = 255 + (value - 255) * Math.min(1, Math.max(0, opacity))
    return Math.round(seen + (255 - seen) * WHITE)
  })
  return `rgb(${parts.join(', ')})`
}
