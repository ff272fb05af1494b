import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type RemoteName, RemoteNameSchema } from 'shared/contract'
import * as v from 'valibot'
import { ReleaseError } from '../registry/release-error.ts'
import { jsonFile } from './json-file.ts'

const Timestamp = v.pipe(v.string(), v.isoTimestamp())

const PublisherSchema = v.object({
  id: v.string(),
  /** The only remote that it may publish. */
  remote: RemoteNameSchema,
  owner: v.string(),
  /** SHA-256 of the token. */
  hash: v.pipe(v.string(), v.hexadecimal(), v.length(64)),
  createdAt: Timestamp,
  lastUsedAt: v.optional(Timestamp),
  revokedAt: v.optional(Timestamp),
})
export type Publisher = v.InferOutput<typeof PublisherSchema>

const file = jsonFile('publishers.json', v.array(PublisherSchema), [])

/** @throws ReleaseError `damaged` */
export const listPublishers = (dataDir: string): Promise<Publisher[]> => file.read(dataDir)

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** @returns the token, which is stored nowhere */
export const createPublisher = (dataDir: string, remote: RemoteName, owner: string, now: Date): Promise<string> => {
  const id = randomBytes(4).toString('hex')
  const token = `trazo_${id}_${randomBytes(32).toString('base64url')}`
  const publisher = { id, remote, owner, hash: hashOf(token), createdAt: now.toISOString() }
  return file.edit(dataDir, (publishers) => [[...publishers, publisher], token])
}

const edited = (dataDir: string, id: string, more: Partial<Publisher>): Promise<Publisher | undefined> =>
  file.edit(dataDir, (publishers) => {
    const after = publishers.map((publisher) => (publisher.id === id ? { ...publisher, ...more } : publisher))
    return [after, after.find((publisher) => publisher.id === id)]
  })

/** @throws ReleaseError `unknown` */
export const revokePublisher = async (dataDir: string, id: string, now: Date): Promise<Publisher> => {
  const revoked = await edited(dataDir, id, { revokedAt: now.toISOString() })
  if (!revoked) throw new ReleaseError('unknown', `No hay un token ${id}. Mira los que hay: pnpm release-tokens`)
  return revoked
}

export const notePublisherUse = async (dataDir: string, id: string, now: Date): Promise<void> =>
  void (await edited(dataDir, id, { lastUsedAt: now.toISOString() }))

const BEARER = /^Bearer (trazo_([0-9a-f]{8})_[\w-]{43})$/

/** @returns undefined for an unknown or revoked token */
export const findPublisher = async (
  dataDir: string,
  authorization: string | undefined,
): Promise<Publisher | undefined> => {
  const [, token = '', id = ''] = BEARER.exec(authorization ?? '') ?? []
  if (id === '') return undefined
  const found = (await listPublishers(dataDir)).find((publisher) => publisher.id === id && !publisher.revokedAt)
  const isRight = found && timingSafeEqual(Buffer.from(found.hash), Buffer.from(hashOf(token)))
  return isRight ? found : undefined
}
