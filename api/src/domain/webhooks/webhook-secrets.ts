import { createHmac, randomBytes } from 'node:crypto'
import { createSecretBox } from '../../platform/storage/secret-box.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly webhookSecrets: WebhookSecrets
  }
}

export type WebhookSecrets = ReturnType<typeof createSecretBox>

/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

/**
 * A secret signs, so it cannot be hashed. It is stored with AES-256-GCM under a key derived from `second-factor.key`:
 * a separate key file would stop installations that copied their keys.
 */
export const createWebhookSecrets = (key: Uint8Array): WebhookSecrets =>
  createSecretBox(createHmac('sha256', key).update('webhook').digest())

export const drawSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** The form that libraries of Standard Webhooks read. */
export const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`

/** Standard Webhooks; `timestamp` in seconds. */
export const webhookSignature = (
  secrets: readonly Uint8Array[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string =>
  secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
