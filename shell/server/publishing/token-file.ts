import { randomBytes } from 'node:crypto'
import { type RemoteName, RemoteNameSchema } from 'shared/contract'
import { hashHex, isSameSecret } from 'shared/server'
import * as v from 'valibot'
import { ReleaseError } from '../registry/release-error.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { jsonFile } from './json-file.ts'

const Timestamp = v.pipe(v.string(), v.isoTimestamp())

const HolderSchema = v.object({
  id: v.string(),
  remote: RemoteNameSchema,
  owner: v.string(),
  /** SHA-256 of the whole token, with its start. */
  hash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  createdAt: Timestamp,
  lastUsedAt: v.optional(Timestamp),
  revokedAt: v.optional(Timestamp),
})
export type TokenHolder = v.InferOutput<typeof HolderSchema>

/**
 * Tokens of one kind. A file and a start for each: no token is ever one of another kind.
 * @param start of each token; letters and underscores
 */
export const tokenFile = (name: string, start: string) => {
  const file = jsonFile(name, v.array(HolderSchema), [])
  const bearer = new RegExp(`^Bearer (${start}([0-9a-f]{8})_[\\w-]{43})$`)
  const edited = (store: ReleaseStore, id: string, more: Partial<TokenHolder>): Promise<TokenHolder | undefined> =>
    file.edit(store, (holders) => {
      const after = holders.map((holder) => (holder.id === id ? { ...holder, ...more } : holder))
      return [after, after.find((holder) => holder.id === id)]
    })
  return {
    /** @throws ReleaseError `damaged` */
    list: (store: ReleaseStore): Promise<TokenHolder[]> => file.read(store),
    /** @returns the token, which is stored nowhere */
    create: (store: ReleaseStore, remote: RemoteName, owner: string, now: Date): Promise<string> => {
      const id = randomBytes(4).toString('hex')
      const token = `${start}${id}_${randomBytes(32).toString('base64url')}`
      const holder = { id, remote, owner, hash: hashHex(token), createdAt: now.toISOString() }
      return file.edit(store, (holders) => [[...holders, holder], token])
    },
    /** @throws ReleaseError `unknown` */
    revoke: async (store: ReleaseStore, id: string, now: Date): Promise<TokenHolder> => {
      const revoked = await edited(store, id, { revokedAt: now.toISOString() })
      if (!revoked) throw new ReleaseError('unknown', `No hay un token ${id}. Mira los que hay: pnpm release-tokens`)
      return revoked
    },
    noteUse: async (store: ReleaseStore, id: string, now: Date): Promise<void> =>
      void (await edited(store, id, { lastUsedAt: now.toISOString() })),
    find: async (store: ReleaseStore, authorization: string | undefined): Promise<TokenHolder | undefined> => {
      const [, token = '', id = ''] = bearer.exec(authorization ?? '') ?? []
      if (id === '') return undefined
      const found = (await file.read(store)).find((holder) => holder.id === id && !holder.revokedAt)
      return found && isSameSecret(found.hash, hashHex(token)) ? found : undefined
    },
  }
}
