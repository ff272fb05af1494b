interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
}

/** Evicts the oldest entries: memory is bounded. */
export const createRecentMap = <Value>(maxKeys: number): RecentMap<Value> => {
  const entries = new Map<string, Value>()
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > maxKeys && oldest !== undefined) entries.delete(oldest)
    },
    delete: (key) => {
      entries.delete(key)
    },
  }
}
