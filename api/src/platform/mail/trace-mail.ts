import { causedBy, type RequestTracing } from 'shared/server'
import type { MailTransport } from './transport.ts'

export const traceMail =
  (transport: MailTransport, tracing: RequestTracing | undefined): MailTransport =>
  (envelope) => {
    const { mail } = envelope
    const attributes = { 'trazo.mail': mail.id, 'trazo.mail_kind': mail.kind, 'trazo.attempt': mail.attempts }
    return causedBy(tracing, mail, { name: 'deliver mail', kind: 'client', attributes }, () => transport(envelope))
  }
