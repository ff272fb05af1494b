import { join, resolve } from 'node:path'
import {
  type CommonEnvironment,
  commonEnvironmentOf,
  commonVariables,
  type EnvironmentVariables,
  flagVariable,
  invalidEnvironment,
  parseVariables,
} from 'shared/server'
import * as v from 'valibot'
import { type FvaEnvironment, fvaEnvironmentOf, fvaVariables } from './fva-environment.ts'
import { type MailEnvironment, mailEnvironmentOf, mailVariables } from './mail-environment.ts'
import { type LoadEnvironment, loadEnvironmentOf, loadVariables } from './overload-environment.ts'
import { type SigningEnvironment, signingEnvironmentOf, signingVariables } from './signing-environment.ts'
import { type StorageEnvironment, storageEnvironmentOf, storageVariables } from './storage-environment.ts'
import { type WebhookEnvironment, webhookEnvironmentOf, webhookVariables } from './webhook-environment.ts'

const GIGABYTE = 1024 ** 3

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

const EnvironmentSchema = v.object({
  ...commonVariables,
  HOST: v.optional(v.string(), '127.0.0.1'),
  ...mailVariables,
  DEMO_ACCOUNT: flagVariable(),
  /** Allows the outbox and demo account on public sites. */
  DEV_OUTBOX: flagVariable(),
  SIGNING_AGENT_CA: v.optional(v.string()),
  WITNESS_POLICY: v.optional(v.string()),
  ...signingVariables,
  ...fvaVariables,
  ...storageVariables,
  ...loadVariables,
  ...webhookVariables,
  /** Days. */
  INVITATION_DAYS: positive(30, 3650),
  /** Days before deleted data is erased. */
  RETENTION_DAYS: positive(30, 3650),
  /** Gigabytes of documents of one account. */
  ACCOUNT_QUOTA_GB: positive(5, 1_000_000),
  /** Multiplies all limits; for load tests from one address. */
  RATE_LIMIT_FACTOR: positive(1, 1_000_000),
  /** The only OAuth client; default: any public client. */
  OAUTH_CLIENT_ID: v.optional(v.pipe(v.string(), v.maxLength(200, 'debe tener como máximo 200 caracteres'))),
  OAUTH_CLIENT_SECRET: v.optional(v.pipe(v.string(), v.maxLength(200, 'debe tener como máximo 200 caracteres'))),
})

export interface ApiEnvironment
  extends CommonEnvironment,
    MailEnvironment,
    SigningEnvironment,
    StorageEnvironment,
    LoadEnvironment,
    WebhookEnvironment {
  readonly apiPort: number
  readonly host: string
  /** Absolute. */
  readonly keysDir: string
  /** No trailing slash. */
  readonly publicUrl: string
  readonly demoAccount: boolean
  readonly devOutbox: boolean
  /** PEM file, absolute; required for card signing. */
  readonly signingAgentCa: string | null
  /** File with those who sign the log of seals, absolute. */
  readonly witnessPolicy: string | null
  readonly fva: FvaEnvironment | null
  readonly invitationDays: number
  readonly retentionDays: number
  /** Bytes. */
  readonly accountQuota: number
  readonly rateLimitFactor: number
  /** null or an empty secret: public clients. */
  readonly oauthClient: { readonly id: string; readonly secret: string } | null
}

export const settingsIn = (variables: EnvironmentVariables): Record<string, string> => {
  const settings: Record<string, string> = {}
  for (const name of Object.keys(EnvironmentSchema.entries).sort()) {
    const value = variables[name]
    if (value !== undefined && value !== '') settings[name] = value
  }
  return settings
}

export const parseApiEnvironment = (variables: EnvironmentVariables): ApiEnvironment => {
  const values = parseVariables(EnvironmentSchema, variables)
  if (values.OAUTH_CLIENT_ID === undefined && values.OAUTH_CLIENT_SECRET !== undefined)
    throw invalidEnvironment('OAUTH_CLIENT_SECRET necesita OAUTH_CLIENT_ID')
  const { SIGNING_AGENT: signingAgent, SIGNING_AGENT_CA: authorities } = values
  if (signingAgent !== 'simulated' && authorities === undefined)
    throw invalidEnvironment(
      `SIGNING_AGENT=${signingAgent} necesita SIGNING_AGENT_CA, un archivo PEM con las autoridades que emiten las tarjetas`,
    )
  return {
    ...commonEnvironmentOf(values),
    apiPort: values.API_PORT,
    host: values.HOST,
    keysDir: resolve(values.KEYS_DIR ?? join(values.DATA_DIR, 'keys')),
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    ...mailEnvironmentOf(values),
    demoAccount: values.DEMO_ACCOUNT === '1',
    devOutbox: values.DEV_OUTBOX === '1',
    ...signingEnvironmentOf(values),
    ...storageEnvironmentOf(values),
    ...loadEnvironmentOf(values),
    ...webhookEnvironmentOf(values),
    signingAgentCa: authorities === undefined ? null : resolve(authorities),
    witnessPolicy: values.WITNESS_POLICY === undefined ? null : resolve(values.WITNESS_POLICY),
    fva: signingAgent === 'fva' ? fvaEnvironmentOf(values) : null,
    invitationDays: values.INVITATION_DAYS,
    retentionDays: values.RETENTION_DAYS,
    accountQuota: Math.round(values.ACCOUNT_QUOTA_GB * GIGABYTE),
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    oauthClient:
      values.OAUTH_CLIENT_ID === undefined
        ? null
        : { id: values.OAUTH_CLIENT_ID, secret: values.OAUTH_CLIENT_SECRET ?? '' },
  }
}
