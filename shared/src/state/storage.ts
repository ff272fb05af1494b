import * as v from 'valibot'
import type { User } from '../contract/index.ts'
import { TokensSchema, UserSchema } from '../contract/index.ts'

/** The only items in browser storage. */
export const storageKeys = {
  theme: 'trazo.theme',
  tokens: 'trazo.auth-tokens',
  user: 'trazo.user',
} as const

/** `created_at`: seconds since the epoch, set by the client. */
const StoredTokensSchema = v.object({
  ...TokensSchema.entries,
  created_at: v.number(),
})
export type StoredTokens = v.InferOutput<typeof StoredTokensSchema>

const StoredUserSchema = v.pipe(v.string(), v.parseJson(), UserSchema)
const StoredTokensJsonSchema = v.pipe(v.string(), v.parseJson(), StoredTokensSchema)

export const readItem = <S extends v.GenericSchema<string, unknown>>(key: string, schema: S) => {
  try {
    const parsed = v.safeParse(schema, localStorage.getItem(key))
    return parsed.success ? (parsed.output as v.InferOutput<S>) : undefined
  } catch {
    return undefined // storage is blocked (private window, policy)
  }
}

export interface StoredSession {
  readonly user: User
  readonly tokens: StoredTokens
}

/** Either half can be missing. */
export const readStoredSession = (): Partial<StoredSession> => {
  const user = readItem(storageKeys.user, StoredUserSchema)
  const tokens = readItem(storageKeys.tokens, StoredTokensJsonSchema)
  return { ...(user ? { user } : {}), ...(tokens ? { tokens } : {}) }
}

/** Ignores a full or blocked storage. */
export const writeItem = (key: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // storage is blocked or full
  }
}
