import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { createTransport } from 'nodemailer'
import { PDF_MIME_TYPE } from 'shared/contract'
import { MINUTE, SECOND } from '../clock.ts'
import type { OutboxTable } from '../database/schema.ts'
import { writeDurably } from '../storage/durable-write.ts'
import { makePrivateFolder } from '../storage/private-files.ts'

export type StoredMail = Selectable<OutboxTable>

export interface MailEnvelope {
  readonly mail: StoredMail
  readonly attachment: Uint8Array | null
}

export type MailTransport = (envelope: MailEnvelope) => Promise<void>

export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** Retries cannot deliver this mail. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError'
}

/** Constant across attempts, to detect duplicates (RFC 5322, 3.6.4). */
export const messageId = (mail: StoredMail, from: Mailbox): string =>
  `<${mail.id}@${from.address.split('@')[1] ?? hostname()}>`

/** One-click unsubscribe (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe_url: url }: StoredMail): Record<string, string> =>
  url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const compose = ({ mail, attachment }: MailEnvelope, from: Mailbox) => ({
  from: { ...from },
  to: { name: mail.to_name, address: mail.to_address },
  subject: mail.subject,
  text: mail.text_body,
  html: mail.html_body,
  date: new Date(mail.created_at),
  messageId: messageId(mail, from),
  // Random otherwise, but retries must be identical.
  baseBoundary: String(mail.id),
  // Stops automatic replies (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
  attachments:
    attachment === null
      ? []
      : [
          {
            filename: mail.attachment_name ?? 'documento.pdf',
            content: Buffer.from(attachment.buffer, attachment.byteOffset, attachment.byteLength),
            contentType: PDF_MIME_TYPE,
          },
        ],
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Errors about the recipient or the message itself. */
const FINAL: readonly unknown[] = ['EENVELOPE', 'EMESSAGE']

/** A permanent rejection (RFC 5321, 4.2.1). */
const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  FINAL.includes(error.code) &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

/**
 * SMTP_URL's credentials are rejected. Omits the
 * response, because some servers repeat the credentials.
 */
class MailLoginError extends Error {
  override readonly name = 'MailLoginError'
  readonly code = 'EAUTH'

  constructor() {
    super('the mail server refuses the name or password of SMTP_URL')
  }
}

const isRefusedLogin = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAUTH'

/**
 * Servers may take ten minutes to confirm a mail; an earlier
 * timeout would send it twice (RFC 5321, 4.5.3.2.6).
 */
const TIMEOUTS = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 10 * MINUTE }

export const smtpTransport = (smtpUrl: string, from: Mailbox, timeouts = TIMEOUTS): MailTransport => {
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  return async (envelope) => {
    try {
      await transport.sendMail(compose(envelope, from))
    } catch (error) {
      if (isRefusedForGood(error)) throw new UndeliverableError(String(error), { cause: error })
      throw isRefusedLogin(error) ? new MailLoginError() : error
    }
  }
}

/** Depends on the mail alone, so a repeated write replaces the file. */
const mailFilename = (mail: StoredMail): string =>
  `${new Date(mail.created_at).toISOString().replace(/[:.]/g, '-')}-${mail.id}.eml`

export const folderTransport = async (directory: string, from: Mailbox): Promise<MailTransport> => {
  await makePrivateFolder(directory)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (envelope) => {
    const { message } = await composer.sendMail(compose(envelope, from))
    if (!Buffer.isBuffer(message)) throw new TypeError('the composer answered a stream')
    const path = join(directory, mailFilename(envelope.mail))
    const unfinished = `${path}.unfinished`
    await rm(unfinished, { force: true })
    await writeDurably(path, unfinished, message, 0o600)
  }
}
