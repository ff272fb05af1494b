import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'

/** CPU milliseconds. A text takes 0.1 s, a scan of 300 dpi 0.3 s. */
export const DRAWING_TIME = 3 * SECOND_MS
/** Of one picture: a receipt five times as long as wide has 6.5 million. */
export const DRAWING_PIXELS = 8_000_000
/** A dense page of text has 50,000 on a phone and 70,000 on a desktop. */
export const PICTURE_BYTES = 100_000
/** Pixels across, up to which pictures are for lists. */
export const SMALL_PICTURE = 480

/** Bytes of kept pictures on the disk of one installation, about 10,000 first pages. */
export const KEPT_BYTES = 500_000_000
/** A picture that was not looked at for so long goes. */
export const KEPT_FOR = 30 * DAY_MS
export const SWEEP_INTERVAL = HOUR_MS
