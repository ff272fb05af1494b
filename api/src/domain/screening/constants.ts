import { UPLOAD_MAX_BYTES } from 'shared/contract'
import { SECOND } from '../../platform/clock.ts'

/** How long writing a document anew may take, in milliseconds of processor time; then the process is killed. */
export const REWRITE_TIME_LIMIT = 8 * SECOND
/** JavaScript heap of the process, in MB. */
export const REWRITE_HEAP_MB = 512
/** How many documents are written anew at the same time. */
export const REWRITES_AT_ONCE = 2
/** Largest document that may come of it, in bytes: objects are written in the open that were compressed before. */
export const REWRITTEN_MAX_BYTES = 2 * UPLOAD_MAX_BYTES
