import { createStore } from 'jotai'

/** The only store. Only this package writes to it. */
export const store = createStore()
