import { randomBytes } from 'node:crypto'
import { type RemoteName, RemoteNameSchema } from 'shared/contract'
import { hashHex, isSameSecret } from 'shared/server'
import * as v from 'valibot'
import { ReleaseError } from '../registry/release-error.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { jsonFile } from './json-file.ts'

const Timestamp = v.pipe(v.string(), v.isoTimestamp())

const PublisherSchema = v.object({
  id: v.string(),
  remote: RemoteNameSchema,
  owner: v.string(),
  /** SHA-256 of the token. */
  hash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  createdAt: Timestamp,
  lastUsedAt: v.optional(Timestamp),
  revokedAt: v.optional(Timestamp),
})
export type KnownPublisher = v.InferOutput<typeof PublisherSchema>

const file = jsonFile('publishers.json', v.array(PublisherSchema), [])

/** @throws ReleaseError `damaged` */
export const listPublishers = (store: ReleaseStore): Promise<KnownPublisher[]> => file.read(store)

const hashToken = (token: string): string => hashHex(token)

/** @returns the token, which is stored nowhere */
export const createPublisher = (store: ReleaseStore, remote: RemoteName, owner: string, now: Date): Promise<string> => {
  const id = randomBytes(4).toString('hex')
  const token = `trazo_${id}_${randomBytes(32).toString('base64url')}`
  const publisher = { id, remote, owner, hash: hashToken(token), createdAt: now.toISOString() }
  return file.edit(store, (publishers) => [[...publishers, publisher], token])
}

const edited = (store: ReleaseStore, id: string, more: Partial<KnownPublisher>): Promise<KnownPublisher | undefined> =>
  file.edit(store, (publishers) => {
    const after = publishers.map((publisher) => (publisher.id === id ? { ...publisher, ...more } : publisher))
    return [after, after.find((publisher) => publisher.id === id)]
  })

/** @throws ReleaseError `unknown` */
export const revokePublisher = async (store: ReleaseStore, id: string, now: Date): Promise<KnownPublisher> => {
  const revoked = await edited(store, id, { revokedAt: now.toISOString() })
  if (!revoked) throw new ReleaseError('unknown', `No hay un token ${id}. Mira los que hay: pnpm release-tokens`)
  return revoked
}

export const notePublisherUse = async (store: ReleaseStore, id: string, now: Date): Promise<void> =>
  void (await edited(store, id, { lastUsedAt: now.toISOString() }))

const BEARER = /^Bearer (trazo_([0-9a-f]{8})_[\w-]{43})$/

export const findPublisher = async (
  store: ReleaseStore,
  authorization: string | undefined,
): Promise<KnownPublisher | undefined> => {
  const [, token = '', id = ''] = BEARER.exec(authorization ?? '') ?? []
  if (id === '') return undefined
  const found = (await listPublishers(store)).find((publisher) => publisher.id === id && !publisher.revokedAt)
  const isRight = found && isSameSecret(found.hash, hashToken(token))
  return isRight ? found : undefined
}
