import { createStore } from 'jotai'

/** The one store of the site. Shell and remotes read it; only the named actions of this package write to it. */
export const store = createStore()
