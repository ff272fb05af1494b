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

/** A mail, ready to leave. */
export interface MailEnvelope {
  readonly mail: StoredMail
  /** Bytes of the attached PDF, where there is one. */
  readonly attachment: Uint8Array | null
}

/** Hands one mail over; throws where that fails. */
export type MailTransport = (envelope: MailEnvelope) => Promise<void>

export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A mail that no further attempt will deliver. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError'
}

/** The same for every attempt, so that a mail which was handed over twice can be recognised (RFC 5322, 3.6.4). */
export const messageId = (mail: StoredMail, from: Mailbox): string =>
  `<${mail.id}@${from.address.split('@')[1] ?? hostname()}>`

/** Lets a mail program end such mails with one click, without opening a page (RFC 8058). */
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
  // Else drawn anew for each attempt: a mail that is handed over twice is the same to the last byte.
  baseBoundary: String(mail.id),
  // Answering machines need not answer (RFC 3834).
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

/** What is refused for good: the recipient, or this very message after it was read. */
const FINAL: readonly unknown[] = ['EENVELOPE', 'EMESSAGE']

/** The server will not take it, as opposed to being busy or misconfigured (RFC 5321, 4.2.1). */
const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  FINAL.includes(error.code) &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500

/**
 * The server refuses the name or password of SMTP_URL. Without its words: some repeat what they were told, which would
 * then stand in the log.
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
 * A server that has the whole mail may take ten minutes to say that it keeps it. Whoever hangs up earlier sends it
 * twice (RFC 5321, 4.5.3.2.6).
 */
const TIMEOUTS = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 10 * MINUTE }

/** Sends over SMTP. @param timeouts shorter in tests */
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

/** Name of a mail's file. It depends on the mail alone: writing it again replaces it, there are never two. */
export const mailFilename = (mail: StoredMail): string =>
  `${new Date(mail.created_at).toISOString().replace(/[:.]/g, '-')}-${mail.id}.eml`

/** Writes each mail whole into a folder, for installations without an SMTP server. */
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
