import { join } from 'node:path'
import type { RequestTracing } from 'shared/server'
import { createBounceAddress } from '../domain/bounces/bounce-address.ts'
import { openPictureFiles } from '../domain/first-pages/picture-files.ts'
import { CODE_CONNECTIONS } from '../domain/mail/dispatcher.ts'
import { watchMail } from '../operations/admin-events/watch-mail.ts'
import { watchStorage } from '../operations/admin-events/watch-storage.ts'
import { type Clock, type RepeatWork, systemEvery } from '../platform/clock.ts'
import type { ApiEnvironment } from '../platform/environment/environment.ts'
import { readDkimKey } from '../platform/mail/dkim-key.ts'
import { folderTransport } from '../platform/mail/folder-transport.ts'
import { openSmtp } from '../platform/mail/smtp-transport.ts'
import { traceMail } from '../platform/mail/trace-mail.ts'
import type { MailTransport } from '../platform/mail/transport.ts'
import type { AdminLog } from '../platform/monitoring/admin-log.ts'
import { watchService } from '../platform/monitoring/watch-service.ts'
import { traceBlobs } from '../platform/storage/trace-blobs.ts'
import type { ServiceBoundary } from './boundary.ts'
import { openBlobs } from './open-stores.ts'

interface OuterOptions {
  readonly environment: ApiEnvironment
  readonly clock: Clock
  readonly every?: RepeatWork
  readonly boundary?: ServiceBoundary
  /** For tests. */
  readonly transport?: MailTransport
  readonly tracing?: RequestTracing | undefined
}

/** @throws EnvironmentError if the DKIM key is unusable */
const openTransport = async ({ environment, transport }: OuterOptions) => {
  const close = (): void => undefined
  if (transport !== undefined) return { transport, close }
  const { smtpUrl, smtpConnections, dataDir, mailFrom: from, dkim, bounces } = environment
  const returnPathOf = bounces === null ? undefined : createBounceAddress(bounces).returnPathOf
  const sender = { from, dkim: dkim === null ? undefined : await readDkimKey(dkim), returnPathOf }
  return smtpUrl === null
    ? { transport: await folderTransport(join(dataDir, 'outbox'), sender), close }
    : openSmtp({ url: smtpUrl, connections: smtpConnections + CODE_CONNECTIONS, ...sender })
}

export const openOuter = async (options: OuterOptions, adminLog: AdminLog) => {
  const { environment, clock } = options
  const { boundary } = options
  const { transport, close: closeTransport } = await openTransport(options)
  const { blobs, close } = await openBlobs({ environment })
  const pictures = await openPictureFiles(join(environment.dataDir, 'first-pages'), clock)
  const every = options.every ?? systemEvery
  const mail = watchService('mail', adminLog, clock)
  const storage = watchStorage(boundary?.blobs(blobs) ?? blobs, {
    watch: watchService('storage', adminLog, clock),
    every,
  })
  return {
    pictures,
    blobs: options.tracing === undefined ? storage.blobs : traceBlobs(storage.blobs),
    transport: traceMail(watchMail(boundary?.transport(transport) ?? transport, mail), options.tracing),
    mailIsAway: mail.isAway,
    close: () => {
      storage.stop()
      close()
      closeTransport()
    },
  }
}
