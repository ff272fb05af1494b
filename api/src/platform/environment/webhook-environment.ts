import { flagVariable } from 'shared/server'
import * as v from 'valibot'

export const webhookVariables = {
  WEBHOOK_PORTS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}(,\d{1,5})*$/, 'debe ser una lista de puertos separados por comas'),
      v.transform((text) => text.split(',').map(Number)),
    ),
    '443,8443',
  ),
  WEBHOOK_LOCAL: flagVariable(),
}

export interface WebhookEnvironment {
  readonly webhookPorts: readonly number[]
  readonly webhookLocal: boolean
}

const WebhookVariables = v.object(webhookVariables)

export const webhookEnvironmentOf = (values: v.InferOutput<typeof WebhookVariables>): WebhookEnvironment => ({
  webhookPorts: values.WEBHOOK_PORTS,
  webhookLocal: values.WEBHOOK_LOCAL === '1',
})
