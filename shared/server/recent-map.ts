/** Evicts the oldest entries: memory is bounded. */
export const createRecentMap = <Value>(maxKeys: number) => {
  const entries = new Map<string, Value>()
  return {
    get: (key: string): Value | undefined => entries.get(key),
    set: (key: string, value: Value): void => {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > maxKeys && oldest !== undefined) entries.delete(oldest)
    },
    delete: (key: string): void => void entries.delete(key),
  }
}
