import { join, resolve } from 'node:path'
import { type AgentKind, agentKinds } from 'shared/contract'
import * as v from 'valibot'
import { EnvironmentError } from './environment-error.ts'
import { type LoadEnvironment, loadEnvironmentOf, loadVariables } from './overload-environment.ts'
import { type SigningEnvironment, signingEnvironmentOf, signingVariables } from './signing-environment.ts'
import { type StorageEnvironment, storageEnvironmentOf, storageVariables } from './storage-environment.ts'

const port = (fallback: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'debe ser un número de puerto'),
      v.transform(Number),
      v.maxValue(65_535, 'debe ser un número de puerto (0 a 65535)'),
    ),
    String(fallback),
  )

const positive = (fallback: number, maximum: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+(\.\d+)?$/, 'debe ser un número mayor que 0'),
      v.transform(Number),
      v.minValue(Number.MIN_VALUE, 'debe ser un número mayor que 0'),
      v.maxValue(maximum, `debe ser como máximo ${maximum}`),
    ),
    String(fallback),
  )

const address = (protocols: readonly string[], message: string) =>
  v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), message),
  )

const MAILBOX = /^(?:(?<name>[^<>\r\n"]*?)\s*<(?<bracketed>[^\s<>@]+@[^\s<>@]+)>|(?<bare>[^\s<>@]+@[^\s<>@]+))$/

const Mailbox = v.pipe(
  v.string(),
  v.regex(MAILBOX, "debe tener la forma 'Nombre <correo@dominio>'"),
  v.transform((text) => {
    const groups = MAILBOX.exec(text)?.groups ?? {}
    return { name: groups.name ?? '', address: groups.bracketed ?? groups.bare ?? '' }
  }),
)

const EnvironmentSchema = v.object({
  /** The site server's, for PUBLIC_URL's default. */
  PORT: port(3000),
  API_PORT: port(8000),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('no puede estar vacío')), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('no puede estar vacío')), './data'),
  PUBLIC_URL: v.optional(address(['http:', 'https:'], 'debe ser una dirección http:// o https://')),
  SMTP_URL: v.optional(address(['smtp:', 'smtps:'], 'debe ser una dirección smtp:// o smtps://')),
  MAIL_FROM: v.optional(Mailbox, 'Trazo <no-responder@localhost>'),
  DEMO_ACCOUNT: v.optional(v.picklist(['0', '1'], 'debe ser 0 o 1'), '0'),
  /** Allows the outbox and demo account on public sites. */
  DEV_OUTBOX: v.optional(v.picklist(['0', '1'], 'debe ser 0 o 1'), '0'),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'debe ser fatal, error, warn, info, debug, trace o silent',
    ),
    'info',
  ),
  /** None (demo) or the national card. */
  SIGNING_AGENT: v.optional(v.picklist(agentKinds, `debe ser ${agentKinds.join(' o ')}`), 'simulated'),
  /** PEM file of card authorities. */
  SIGNING_AGENT_CA: v.optional(v.string()),
  ...signingVariables,
  ...storageVariables,
  ...loadVariables,
  /** Days. */
  INVITATION_DAYS: positive(30, 3650),
  /** Days before deleted data is erased. */
  RETENTION_DAYS: positive(30, 3650),
  /** Multiplies all limits; for load tests from one address. */
  RATE_LIMIT_FACTOR: positive(1, 1_000_000),
  /** The only OAuth client; default: any public client. */
  OAUTH_CLIENT_ID: v.optional(v.pipe(v.string(), v.maxLength(200, 'debe tener como máximo 200 caracteres'))),
  OAUTH_CLIENT_SECRET: v.optional(v.pipe(v.string(), v.maxLength(200, 'debe tener como máximo 200 caracteres'))),
  /** Default: no access to /metrics. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'debe tener al menos 16 caracteres'))),
  /** Addresses (or `loopback`) whose X-Forwarded-* headers are trusted. */
  TRUSTED_PROXIES: v.optional(v.string(), 'loopback'),
})

/** Parsed once at start. */
export interface Environment extends SigningEnvironment, StorageEnvironment, LoadEnvironment {
  readonly apiPort: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Absolute. */
  readonly keysDir: string
  /** No trailing slash. */
  readonly publicUrl: string
  readonly smtpUrl: string | null
  readonly mailFrom: { readonly name: string; readonly address: string }
  readonly demoAccount: boolean
  readonly devOutbox: boolean
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly signingAgent: AgentKind
  /** PEM file, absolute; required for card signing. */
  readonly signingAgentCa: string | null
  readonly invitationDays: number
  readonly retentionDays: number
  readonly rateLimitFactor: number
  /** null or an empty secret: public clients. */
  readonly oauthClient: { readonly id: string; readonly secret: string } | null
  /** '' disables access. */
  readonly metricsToken: string
  readonly trustedProxies: string
}

export { EnvironmentError }

/** Known variables that are set. Values may be secret. */
export const settingsIn = (variables: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const settings: Record<string, string> = {}
  for (const name of Object.keys(EnvironmentSchema.entries).sort()) {
    const value = variables[name]
    if (value !== undefined && value !== '') settings[name] = value
  }
  return settings
}

/**
 * Empty variables count as absent.
 * @throws EnvironmentError naming the first invalid variable
 */
export const parseEnvironment = (variables: Record<string, string | undefined>): Environment => {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = v.safeParse(EnvironmentSchema, present)
  if (!result.success) {
    const [issue] = result.issues
    // Omits the value: SMTP_URL contains a password.
    throw new EnvironmentError(`Configuración inválida: ${v.getDotPath(issue)} ${issue.message}.`)
  }
  const values = result.output
  if (values.OAUTH_CLIENT_ID === undefined && values.OAUTH_CLIENT_SECRET !== undefined)
    throw new EnvironmentError('Configuración inválida: OAUTH_CLIENT_SECRET necesita OAUTH_CLIENT_ID.')
  const { SIGNING_AGENT: signingAgent, SIGNING_AGENT_CA: authorities } = values
  if (signingAgent === 'firmador' && authorities === undefined)
    throw new EnvironmentError(
      'Configuración inválida: SIGNING_AGENT=firmador necesita SIGNING_AGENT_CA, un archivo PEM con las autoridades ' +
        'que emiten las tarjetas.',
    )
  return {
    apiPort: values.API_PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    keysDir: resolve(values.KEYS_DIR ?? join(values.DATA_DIR, 'keys')),
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    demoAccount: values.DEMO_ACCOUNT === '1',
    devOutbox: values.DEV_OUTBOX === '1',
    logLevel: values.LOG_LEVEL,
    ...signingEnvironmentOf(values),
    ...storageEnvironmentOf(values),
    ...loadEnvironmentOf(values),
    signingAgent,
    signingAgentCa: authorities === undefined ? null : resolve(authorities),
    invitationDays: values.INVITATION_DAYS,
    retentionDays: values.RETENTION_DAYS,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    oauthClient:
      values.OAUTH_CLIENT_ID === undefined
        ? null
        : { id: values.OAUTH_CLIENT_ID, secret: values.OAUTH_CLIENT_SECRET ?? '' },
    metricsToken: values.METRICS_TOKEN ?? '',
    trustedProxies: values.TRUSTED_PROXIES,
  }
}
