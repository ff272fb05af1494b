/** RFC 3464. */
export interface DeliveryReport {
  readonly recipients: readonly string[]
  /** Undefined after a delay. */
  readonly failure: string | undefined
}

type Fields = ReadonlyMap<string, readonly string[]>

/** Characters of each part; reports quote mails of any size. */
const HEADERS_MAX = 64 * 1024

const splitAtBlankLine = (text: string): readonly [string, string] => {
  const at = text.indexOf('\n\n')
  return at < 0 ? [text, ''] : [text.slice(0, at + 1), text.slice(at + 2)]
}

/** Unfolds (RFC 5322, 2.2.3). */
const readFields = (text: string): Fields => {
  const fields = new Map<string, string[]>()
  for (const line of text
    .slice(0, HEADERS_MAX)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    fields.set(name, [...(fields.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  return fields
}

const first = (fields: Fields, name: string): string => fields.get(name)?.[0] ?? ''

const REPORT = /^multipart\/report\b/i
const STATUS_TYPE = /^message\/(?:global-)?delivery-status\b/i
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\n]{1,70})"|([^\s;"]{1,70}))/i
const ENCODED = /^(?:base64|quoted-printable)$/i

const bodyParts = (body: string, boundary: string): string[] =>
  `\n${body}`
    .split(`\n--${boundary}`)
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => part.slice(part.indexOf('\n') + 1))

const ADDRESS = /[^\s<>,:;"()]{1,64}@[^\s<>,:;"()]{1,255}/g
const ENVELOPE_RECIPIENTS = ['x-original-to', 'delivered-to', 'envelope-to', 'to']

const STATUS = /^[245]\.\d{1,3}\.\d{1,3}/
const REPLY = /\b[45]\d\d\b/

/** Servers' words may name internal hosts. */
const describeRecipient = (recipient: Fields): string => {
  const [status = ''] = STATUS.exec(first(recipient, 'status')) ?? []
  // The server tries no more.
  if (status.startsWith('4')) return 'bounced: timeout'
  const [reply] = REPLY.exec(first(recipient, 'diagnostic-code').replace(STATUS, '')) ?? []
  const code = reply?.startsWith('5') ? reply : status.startsWith('5.1.') ? '550' : '554'
  return `bounced: ${code} ${status.startsWith('5') ? status : ''}`.trim()
}

const isFailed = (recipient: Fields): boolean => /^failed\b/i.test(first(recipient, 'action'))

/**
 * @param message RFC 5322, as the mail server hands it over
 * @returns undefined for anything but a readable delivery report
 */
export const readReport = (message: Uint8Array): DeliveryReport | undefined => {
  const text = Buffer.from(message.buffer, message.byteOffset, message.length).toString('latin1').replace(/\r\n/g, '\n')
  const [head, body] = splitAtBlankLine(text)
  const headers = readFields(head)
  const type = first(headers, 'content-type')
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  const boundary = quoted ?? plain
  if (!REPORT.test(type) || boundary === undefined) return undefined
  for (const part of bodyParts(body, boundary)) {
    const [partHead, status] = splitAtBlankLine(part)
    const fields = readFields(partHead)
    if (!STATUS_TYPE.test(first(fields, 'content-type'))) continue
    if (ENCODED.test(first(fields, 'content-transfer-encoding'))) return undefined
    // The first group is about the message.
    const groups = status
      .slice(0, HEADERS_MAX)
      .split(/\n(?:[ \t]*\n)+/)
      .slice(1)
      .map(readFields)
    const failed = groups.find(isFailed)
    return {
      recipients: ENVELOPE_RECIPIENTS.flatMap((name) => headers.get(name) ?? []).flatMap(
        (value) => value.match(ADDRESS) ?? [],
      ),
      failure: failed && describeRecipient(failed),
    }
  }
  return undefined
}
