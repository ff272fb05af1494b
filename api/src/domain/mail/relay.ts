import { createPollingLoop, type PollingLoop, WATCHED_PAUSES } from '../../platform/background/polling-loop.ts'
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts'

/** The loop that empties the outbox; every process runs one. */
export interface MailRelay extends PollingLoop {
  /** Sends what is due, and waits for it. */
  tick(): Promise<number>
  start(): Promise<void>
}

/**
 * Delivers mails from the outbox, exactly once with one exception:
 * a crash between delivery and its record repeats the mails under
 * way, byte for byte and with the same Message-ID (docs/faults.md).
 */
export const createMailRelay = (options: DispatcherOptions): MailRelay => {
  const report = (error: unknown): void => options.log.error({ err: error }, 'mail relay failed')
  const loop = createPollingLoop(() => dispatcher.dispatch(), WATCHED_PAUSES, report)
  const dispatcher = createDispatcher(options, loop)
  return {
    ...loop,
    tick: async () => {
      let tried = 0
      do {
        await dispatcher.nextEnd()
        tried += await dispatcher.dispatch()
      } while (dispatcher.isBusy())
      return tried
    },
    start: async () => {
      await options.claims.freeDead()
      loop.start()
    },
    stop: async () => {
      await loop.stop()
      await dispatcher.finish().catch(report)
    },
  }
}
