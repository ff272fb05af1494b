/** Entries by key, for example running calls by account. */
export const createCounts = () => {
  const counts = new Map<string, number>()
  const of = (key: string): number => counts.get(key) ?? 0
  let total = 0
  return {
    of,
    total: () => total,
    add: (key: string): void => {
      counts.set(key, of(key) + 1)
      total += 1
    },
    take: (key: string): void => {
      total -= 1
      const left = of(key) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
