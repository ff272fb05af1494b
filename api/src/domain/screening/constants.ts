import { UPLOAD_MAX_BYTES } from 'shared/contract'
import { SECOND } from '../../platform/clock.ts'

/** Processor milliseconds; then the process is killed. */
export const REWRITE_TIME_LIMIT = 8 * SECOND
/** JavaScript heap of the process, in MB. */
export const REWRITE_HEAP_MB = 512
/** Concurrent rewrites. */
export const REWRITES_AT_ONCE = 2
/** Bytes; the result may be less compressed. */
export const REWRITTEN_MAX_BYTES = 2 * UPLOAD_MAX_BYTES
