import type { FastifyBaseLogger } from 'fastify'
import type { AdminLog } from '../admin-log/admin-log.ts'
import { reasonOf } from '../admin-log/watch-service.ts'
import { HOUR } from '../clock.ts'
import { createPollingLoop } from '../mail/polling-loop.ts'
import { type AnchorServices, anchorLogs } from './anchor-logs.ts'
import { withoutOrigin } from './origin.ts'

type Options = AnchorServices & {
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly adminLog: AdminLog
}

/** Daily is promised; failures must not cost a day. */
const ANCHOR_INTERVAL = 6 * HOUR

export interface AnchorWorker {
  /** @returns the number of anchored logs */
  tick(): Promise<number>
  start(): void
  stop(): Promise<void>
}

export const createAnchorWorker = (options: Options): AnchorWorker => {
  const { log, adminLog } = options
  const tick = (): Promise<number> => withoutOrigin(() => anchorLogs(options))
  const report = (error: unknown): void => {
    log.error({ err: error }, 'logs not anchored')
    adminLog.record({ event: 'logs-not-anchored', reason: reasonOf(error) })
  }
  const loop = createPollingLoop(tick, ANCHOR_INTERVAL, report)
  return { tick, start: loop.start, stop: loop.stop }
}
