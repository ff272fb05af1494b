import type { Call } from 'shared/contract'
import { replySchema } from './describe-call.ts'

/** Names under which replies carry what authorises its holder. */
const SECRET = /(?:^|_)(?:secret|token|password|proof|recovery_codes)$/

const propertyNames = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(propertyNames)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value ?? {}) : []),
    ...propertyNames(value),
  ])
}

/** Such a reply is shown once: the server stores it nowhere, also not for a repeated call. */
export const hasReplySecret = (call: Pick<Call, 'reply'>): boolean =>
  propertyNames(replySchema(call)).some((name) => SECRET.test(name))
