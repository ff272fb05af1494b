import { Readable } from 'node:stream'
import { MINUTE_MS, SECOND_MS } from '../clock.ts'

/** Milliseconds. */
export interface SmtpTimeouts {
  /** For the connection, and again for the greeting. */
  readonly connect: number
  /** For all commands before the message, and for each slice of it. */
  readonly step: number
  /**
   * For the 250 after the message. An earlier end
   * sends it twice (RFC 5321, 4.5.3.2.6).
   */
  readonly confirmation: number
  /** For all of it. Less than a claim lasts. */
  readonly whole: number
}

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connect: 10 * SECOND_MS,
  step: 30 * SECOND_MS,
  confirmation: 10 * MINUTE_MS,
  whole: 20 * MINUTE_MS,
}

const SLICE = 64 * 1024

export interface DeliveryTimer {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal
  /** Passes a message on, and watches how it is taken. */
  watch(message: AsyncIterable<Buffer>): Readable
  stop(): void
}

export const startDeliveryTimer = ({ step, confirmation, whole }: SmtpTimeouts): DeliveryTimer => {
  const controller = new AbortController()
  const end = performance.now() + whole
  let timer: NodeJS.Timeout | undefined
  const allow = (milliseconds: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), Math.max(0, Math.min(milliseconds, end - performance.now())))
  }
  const slices = async function* (message: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of message) {
      for (let at = 0; at < chunk.length; at += SLICE) {
        allow(step)
        yield chunk.subarray(at, at + SLICE)
      }
    }
  }
  allow(step)
  return {
    signal: controller.signal,
    watch: (message) =>
      Readable.from(slices(message), { objectMode: false, highWaterMark: SLICE }).once('end', () =>
        allow(confirmation),
      ),
    stop: () => clearTimeout(timer),
  }
}
