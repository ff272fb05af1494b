import { createStore } from 'jotai'

/**
 * The only store of the site. Only actions of this package
 * write to it.
 */
export const store = createStore()
