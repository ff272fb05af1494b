import type { LoaderTimes } from './machine.ts'

/** How long each step of the loader may take, in milliseconds. */
export const LOADER_TIMES: LoaderTimes = { registryMs: 8000, attemptMs: 15_000, pauseMs: 400 }

/** Milliseconds that one manifest or script of a remote may take; shorter than a whole attempt, so that it is named. */
export const RESOURCE_TIMEOUT_MS = 10_000

/** Milliseconds before a page says that it is loading: what is faster than this never flickers. */
export const LOADING_DELAY_MS = 150
