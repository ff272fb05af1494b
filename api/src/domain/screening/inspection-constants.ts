import { SECOND } from '../../platform/clock.ts'

/** CPU milliseconds (`time-limit.ts`). */
export const INSPECTION_TIME_LIMIT = 8 * SECOND
export const INSPECTION_HEAP_MB = 256
export const INSPECTIONS_AT_ONCE = 2
/** Before termination. */
export const THREAD_END_GRACE = 2 * SECOND
