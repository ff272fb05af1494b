import type { FileHandle } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NO_CONTENT_POLICY } from 'shared/server'
import * as v from 'valibot'
import { encodingFor } from '../pages.ts'
import { refuseRequest } from '../refuse.ts'
import { type FileType, fileTypeOf } from './file-types.ts'
import { type FolderPath, openBelow } from './open-below.ts'

/** Public files; hosts of other origins load them without cookies. */
export const ANY_ORIGIN = { 'access-control-allow-origin': '*' } as const

const IMMUTABLE = 'public, max-age=31536000, immutable'
const PRIVATE = 'private, no-store'
const SANDBOX = `${NO_CONTENT_POLICY}; sandbox`

export interface ReleaseFiles {
  readonly prefix: string
  /** The first existing one is served. */
  readonly placesOf: (path: string, request: FastifyRequest) => Iterable<FolderPath> | AsyncIterable<FolderPath>
  /** Who may read them can end at any time: no cache keeps them, and no other origin gets them. */
  readonly isPrivate?: boolean
  readonly scriptPolicy: string
  /** They contain the sources. */
  readonly sourceMaps: boolean
}

const ENDINGS = { br: '.br', gzip: '.gz' } as const

interface Found {
  readonly handle: FileHandle
  readonly encoding: keyof typeof ENDINGS | 'identity'
}

const openAccepted = async ({ root, path }: FolderPath, accepted: string | undefined): Promise<Found | undefined> => {
  const encoding = encodingFor(accepted)
  const compressed = encoding === 'identity' ? undefined : await openBelow({ root, path: path + ENDINGS[encoding] })
  if (compressed) return { handle: compressed, encoding }
  const handle = await openBelow({ root, path })
  return handle && { handle, encoding: 'identity' }
}

const openFirst = async (places: ReturnType<ReleaseFiles['placesOf']>, accepted: string | undefined) => {
  for await (const place of places) {
    const found = await openAccepted(place, accepted)
    if (found) return found
  }
  return undefined
}

const policyFor = ({ kind }: FileType, scriptPolicy: string): string =>
  ({ script: scriptPolicy, resource: NO_CONTENT_POLICY, document: SANDBOX })[kind]

const sendFile = async (
  { handle, encoding }: Found,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  isPrivate: boolean,
): Promise<FastifyReply> => {
  const { size, mtimeMs } = await handle.stat()
  const etag = `W/"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`
  void reply.headers({
    vary: 'accept-encoding',
    ...(isPrivate ? { 'cache-control': PRIVATE } : { ...ANY_ORIGIN, 'cache-control': IMMUTABLE, etag }),
  })
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  const isKnown = !isPrivate && headers['if-none-match'] === etag
  if (!isKnown && method !== 'HEAD')
    return reply.header('content-length', size).send(handle.createReadStream({ autoClose: true }))
  await handle.close()
  return isKnown ? reply.code(304).send() : reply.header('content-length', size).send()
}

const Params = v.object({ '*': v.string() })

export const serveReleases = (site: FastifyInstance, files: ReleaseFiles): void => {
  site.route({
    method: ['GET', 'HEAD'],
    url: `${files.prefix}/*`,
    handler: async (request, reply) => {
      const { '*': path } = v.parse(Params, request.params)
      const type = path.endsWith('.map') && !files.sourceMaps ? undefined : fileTypeOf(path)
      const found = type && (await openFirst(files.placesOf(path, request), request.headers['accept-encoding']))
      if (!found) return refuseRequest(reply, 'NOT_FOUND')
      const policy = policyFor(type, files.scriptPolicy)
      return sendFile(
        found,
        request,
        reply.headers({ 'content-type': type.contentType, 'content-security-policy': policy }),
        files.isPrivate ?? false,
      )
    },
  })
}
