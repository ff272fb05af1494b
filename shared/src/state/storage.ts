import * as v from 'valibot'
import type { User } from '../contract/index.ts'
import { TokensSchema, UserSchema } from '../contract/index.ts'

/** The three items that the product keeps in browser storage. */
export const storageKeys = {
  theme: 'trazo.theme',
  tokens: 'trazo.auth-tokens',
  user: 'trazo.user',
} as const

/** Tokens as stored: `created_at` in seconds since the epoch, added by the product. */
export const StoredTokensSchema = v.object({
  ...TokensSchema.entries,
  created_at: v.number(),
})
export type StoredTokens = v.InferOutput<typeof StoredTokensSchema>

const StoredUserSchema = v.pipe(v.string(), v.parseJson(), UserSchema)
const StoredTokensJsonSchema = v.pipe(v.string(), v.parseJson(), StoredTokensSchema)

/** Reads and parses one item; what is missing, foreign or damaged is as if it were not there. */
export const readItem = <S extends v.GenericSchema<string, unknown>>(key: string, schema: S) => {
  try {
    const parsed = v.safeParse(schema, localStorage.getItem(key))
    return parsed.success ? (parsed.output as v.InferOutput<S>) : undefined
  } catch {
    return undefined // storage is closed to us (private window, policy)
  }
}

export interface StoredSession {
  readonly user: User
  readonly tokens: StoredTokens
}

/** The session that all tabs share, as far as each half of it is stored and readable. */
export const readStoredSession = (): Partial<StoredSession> => {
  const user = readItem(storageKeys.user, StoredUserSchema)
  const tokens = readItem(storageKeys.tokens, StoredTokensJsonSchema)
  return { ...(user ? { user } : {}), ...(tokens ? { tokens } : {}) }
}

/** Writes an item, or removes it. A full or closed storage costs the memory between visits, nothing else. */
export const writeItem = (key: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // see above
  }
}
