import { UPLOAD_MAX_BYTES } from 'shared/contract'
import { SECOND } from '../../platform/clock.ts'

/** Processor time after which the process is killed. */
export const REWRITE_TIME_LIMIT = 8 * SECOND
/** Heap limit in MB. */
export const REWRITE_HEAP_MB = 512
export const REWRITES_AT_ONCE = 2
/** In bytes; compressed objects are written uncompressed. */
export const REWRITTEN_MAX_BYTES = 2 * UPLOAD_MAX_BYTES
