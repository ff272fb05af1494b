import { join } from 'node:path'
import { createBounceAddress } from '../domain/bounces/bounce-address.ts'
import { CODE_CONNECTIONS } from '../domain/mail/dispatcher.ts'
import type { Environment } from '../platform/environment/environment.ts'
import { readDkimKey } from '../platform/mail/dkim-key.ts'
import { folderTransport } from '../platform/mail/folder-transport.ts'
import { openSmtp } from '../platform/mail/smtp-transport.ts'
import type { MailTransport } from '../platform/mail/transport.ts'

interface TransportOptions {
  readonly environment: Environment
  /** For tests. */
  readonly transport?: MailTransport
}

interface OpenedTransport {
  readonly transport: MailTransport
  readonly close: () => void
}

/** @throws EnvironmentError if the DKIM key is unusable */
export const openTransport = async ({ environment, transport }: TransportOptions): Promise<OpenedTransport> => {
  const close = (): void => undefined
  if (transport !== undefined) return { transport, close }
  const { smtpUrl, smtpConnections, dataDir, mailFrom: from, dkim, bounces } = environment
  const returnPathOf = bounces === null ? undefined : createBounceAddress(bounces).returnPathOf
  const sender = { from, dkim: dkim === null ? undefined : await readDkimKey(dkim), returnPathOf }
  return smtpUrl === null
    ? { transport: await folderTransport(join(dataDir, 'outbox'), sender), close }
    : openSmtp({ url: smtpUrl, connections: smtpConnections + CODE_CONNECTIONS, ...sender })
}
