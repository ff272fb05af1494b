/**
 * How many times slower the machine was than two idle cores of 2026, when the run began (`scripts/test/calibrate.ts`).
 * A Jest or a Playwright that starts by itself takes 1.
 */
export const SLOWNESS = Number(process.env.TRAZO_TEST_SLOWNESS ?? 1)

/**
 * A limit on waiting. One on a computation counts processor time instead (`process.cpuUsage`).
 *
 * @param {number} milliseconds on two idle cores
 */
export const scaled = (milliseconds) => Math.ceil(milliseconds * SLOWNESS)
