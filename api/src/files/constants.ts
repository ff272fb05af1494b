import { SECOND } from '../clock.ts'

/** How long reading an uploaded PDF may take, in milliseconds of processor time (`time-limit.ts`). */
export const INSPECTION_TIME_LIMIT = 8 * SECOND
/** JavaScript heap of the thread that reads it, in MB. */
export const INSPECTION_HEAP_MB = 256
/** How many uploads are read at the same time. */
export const INSPECTIONS_AT_ONCE = 2
/** How long a thread that is asked to end may take until it is cut off, in milliseconds. */
export const THREAD_END_GRACE = 2 * SECOND
/** Longest name that is kept, in characters. */
export const FILENAME_MAX_LENGTH = 200
/** Decimals of `file_size_mb`. */
export const SIZE_DECIMALS = 2
/** Documents whose fields are read in one statement; a database takes only so many parameters (SQLite 32,766). */
export const IDS_AT_ONCE = 500
