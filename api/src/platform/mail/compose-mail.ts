import { hostname } from 'node:os'
import { createTransport } from 'nodemailer'
import { PDF_MIME_TYPE } from 'shared/contract'
import type { MailAddress } from '../environment/mail-environment.ts'
import type { DkimKey } from './dkim-key.ts'
import type { MailEnvelope, StoredMail } from './transport.ts'

export interface MailSender {
  readonly from: MailAddress
  /** Default: unsigned. */
  readonly dkim?: DkimKey | undefined
  /** Default: `from`. */
  readonly returnPathOf?: ((mailId: number) => string) | undefined
}

interface ComposedMail {
  readonly message: Buffer
  /** For MAIL FROM and RCPT TO. */
  readonly envelope: { readonly from: string; readonly to: string[] }
}

/** Constant across attempts, to detect duplicates (RFC 5322, 3.6.4). */
export const messageId = (mail: StoredMail, from: MailAddress): string =>
  `<${mail.id}@${from.address.split('@')[1] ?? hostname()}>`

/** One-click unsubscribe (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe_url: url }: StoredMail): Record<string, string> =>
  url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const pdfPart = (filename: string, { buffer, byteOffset, byteLength }: Uint8Array) => ({
  filename,
  content: Buffer.from(buffer, byteOffset, byteLength),
  contentType: PDF_MIME_TYPE,
})

const messageParts = ({ mail, attachment, further = [] }: MailEnvelope, from: MailAddress) => ({
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
  attachments: [
    ...(attachment === null ? [] : [pdfPart(mail.attachment_name ?? 'documento.pdf', attachment)]),
    ...further.map(({ filename, bytes }) => pdfPart(filename, bytes)),
  ],
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Both unsubscribe headers must be signed (RFC 8058, 4). */
const SIGNED_HEADERS = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':')

const signing = ({ domain, selector, privateKey }: DkimKey) => ({
  dkim: { domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED_HEADERS },
})

export const createComposer = ({
  from,
  dkim,
  returnPathOf,
}: MailSender): ((envelope: MailEnvelope) => Promise<ComposedMail>) => {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...(dkim && signing(dkim)),
  })
  return async (mail) => {
    const { message, envelope } = await composer.sendMail(messageParts(mail, from))
    if (!Buffer.isBuffer(message)) throw new TypeError('the composer answered a stream')
    if (envelope.from === false) throw new TypeError('the sender has no address')
    return { message, envelope: { from: returnPathOf?.(mail.mail.id) ?? envelope.from, to: envelope.to } }
  }
}
