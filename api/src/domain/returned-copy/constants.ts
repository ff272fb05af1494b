import { SECOND_MS } from '../../platform/clock.ts'

/** Processor time. */
export const COPY_TIME_LIMIT = 32 * SECOND_MS

/**
 * Two pictures of a page of text take 20 ms of processor time, of a
 * scanned A4 page (150 dpi) 32 ms: 750 scans. Copies with more are refused.
 */
export const COPY_PICTURE_LIMITS = { pages: 1000, milliseconds: 24 * SECOND_MS }
