import { useSyncExternalStore } from 'react'

export interface ValueStore<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  readonly subscribe: (changed: () => void) => () => void
}

export const createStore = <Value>(first: Value): ValueStore<Value> => {
  let current = first
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (value) => {
      if (value === current) return
      current = value
      for (const changed of [...listeners]) changed()
    },
    subscribe: (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}

export const useStore = <Value>(store: Pick<ValueStore<Value>, 'get' | 'subscribe'>): Value =>
  useSyncExternalStore(store.subscribe, store.get)
