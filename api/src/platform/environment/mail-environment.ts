import { resolve } from 'node:path'
import { invalidEnvironment, urlVariable } from 'shared/server'
import * as v from 'valibot'

const MAILBOX = /^(?:(?<name>[^<>\r\n"]*?)\s*<(?<bracketed>[^\s<>@]+@[^\s<>@]+)>|(?<bare>[^\s<>@]+@[^\s<>@]+))$/

const MailboxSchema = v.pipe(
  v.string(),
  v.regex(MAILBOX, "debe tener la forma 'Nombre <correo@dominio>'"),
  v.transform((text) => {
    const groups = MAILBOX.exec(text)?.groups ?? {}
    return { name: groups.name ?? '', address: groups.bracketed ?? groups.bare ?? '' }
  }),
)

const BOUNCE_ADDRESS = /^[a-z\d._-]{1,20}@[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i

const CONNECTIONS_MAX = 50
const connectionsText = `debe ser un número de 1 a ${CONNECTIONS_MAX}`

/** One or more DNS labels. */
const dnsName = v.optional(
  v.pipe(v.string(), v.regex(/^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i, 'debe ser un nombre de DNS')),
)

export const mailVariables = {
  SMTP_URL: urlVariable(['smtp:', 'smtps:'], 'debe ser una dirección smtp:// o smtps://'),
  /** At a time; one more is for codes. */
  SMTP_CONNECTIONS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/, connectionsText),
      v.transform(Number),
      v.minValue(1, connectionsText),
      v.maxValue(CONNECTIONS_MAX, connectionsText),
    ),
    '5',
  ),
  MAIL_FROM: v.optional(MailboxSchema, 'Trazo <no-responder@localhost>'),
  /** Default: the domain of MAIL_FROM. */
  MAIL_DKIM_DOMAIN: dnsName,
  MAIL_DKIM_SELECTOR: dnsName,
  MAIL_DKIM_KEY_FILE: v.optional(v.pipe(v.string(), v.nonEmpty('no puede estar vacío'))),
  MAIL_BOUNCE_ADDRESS: v.optional(
    v.pipe(
      v.string(),
      v.regex(BOUNCE_ADDRESS, 'debe ser un correo sin «+», con 20 caracteres como máximo antes de la @'),
    ),
  ),
  MAIL_BOUNCE_SECRET: v.optional(
    v.pipe(v.string(), v.regex(/^\S{32,200}$/, 'debe tener de 32 a 200 caracteres sin espacios')),
  ),
}

export interface MailAddress {
  readonly name: string
  readonly address: string
}

/** Where the key is, and where its public half is published. */
export interface DkimPlace {
  readonly domain: string
  readonly selector: string
  readonly keyFile: string
}

export interface BounceEnvironment {
  readonly address: string
  readonly secret: string
}

export interface MailEnvironment {
  readonly smtpUrl: string | null
  readonly smtpConnections: number
  readonly mailFrom: MailAddress
  readonly dkim: DkimPlace | null
  readonly bounces: BounceEnvironment | null
}

const MailVariables = v.object(mailVariables)
type Values = v.InferOutput<typeof MailVariables>

const dkimOf = (values: Values): DkimPlace | null => {
  const { MAIL_DKIM_SELECTOR: selector, MAIL_DKIM_KEY_FILE: keyFile } = values
  if (selector === undefined && keyFile === undefined) {
    if (values.MAIL_DKIM_DOMAIN !== undefined)
      throw invalidEnvironment('MAIL_DKIM_DOMAIN necesita MAIL_DKIM_SELECTOR y MAIL_DKIM_KEY_FILE')
    return null
  }
  if (selector === undefined || keyFile === undefined)
    throw invalidEnvironment('MAIL_DKIM_SELECTOR y MAIL_DKIM_KEY_FILE van juntas')
  const sender = (values.MAIL_FROM.address.split('@')[1] ?? '').toLowerCase()
  const domain = values.MAIL_DKIM_DOMAIN?.toLowerCase() ?? sender
  // Otherwise DMARC ignores the signature (RFC 7489, 3.1.1).
  if (sender !== domain && !sender.endsWith(`.${domain}`))
    throw invalidEnvironment('MAIL_DKIM_DOMAIN debe ser el dominio de MAIL_FROM o uno que lo contenga')
  return { domain, selector, keyFile: resolve(keyFile) }
}

const bouncesOf = ({ MAIL_BOUNCE_ADDRESS: address, MAIL_BOUNCE_SECRET: secret }: Values): BounceEnvironment | null => {
  if (address === undefined && secret === undefined) return null
  if (address === undefined || secret === undefined)
    throw invalidEnvironment('MAIL_BOUNCE_ADDRESS y MAIL_BOUNCE_SECRET van juntas')
  return { address, secret }
}

/** @throws EnvironmentError */
export const mailEnvironmentOf = (values: Values): MailEnvironment => ({
  smtpUrl: values.SMTP_URL ?? null,
  smtpConnections: values.SMTP_CONNECTIONS,
  mailFrom: values.MAIL_FROM,
  dkim: dkimOf(values),
  bounces: bouncesOf(values),
})
