export interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
}

/** Keeps what was written last: when there are too many keys the oldest go, so a flood costs memory only up to a bound. */
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
