import type { LoaderTimes } from './machine.ts'

/** Milliseconds. */
export const LOADER_TIMES: LoaderTimes = { registryMs: 8000, attemptMs: 15_000, pauseMs: 400 }

/** Per file; shorter than an attempt, so that the error names the file. */
export const RESOURCE_TIMEOUT_MS = 8000
