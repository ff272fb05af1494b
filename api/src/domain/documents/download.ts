import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PDF_MIME_TYPE } from 'shared/contract'
import type { Db } from '../../platform/database/open-database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { FILE_POLICY } from '../../platform/http/security-headers.ts'
import { troubleOf } from '../../platform/infrastructure-failure.ts'
import type { Services } from '../../platform/services.ts'
import { documentWithOriginal, readableDocument } from '../access/document-access.ts'
import { logDownload } from '../audit/log-download.ts'
import { isKnownToClient, parseRange, rangeStillApplies } from './range.ts'
import { currentRevision, originalRevision, type Revision } from './revisions.ts'

/** ASCII and UTF-8 (RFC 6266, RFC 8187). */
export const contentDisposition = (filename: string): string => {
  const ascii = filename
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const describe = (reply: FastifyReply, filename: string, etag: string): void => {
  reply.headers({
    'content-type': PDF_MIME_TYPE,
    'accept-ranges': 'bytes',
    etag,
    vary: 'Authorization',
    'content-disposition': contentDisposition(filename),
    'content-security-policy': FILE_POLICY,
  })
}

export interface DownloadRequest {
  readonly actor: Actor
  readonly documentId: number
  readonly revision: 'newest' | 'original'
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const findBytes = async (
  db: Db,
  { actor, documentId, revision }: DownloadRequest,
): Promise<Pick<Revision, 'sha256' | 'size'> & { readonly filename: string }> => {
  if (revision === 'original') {
    const { original_filename } = await documentWithOriginal(db, actor, documentId)
    const filename = original_filename.replace(/(?:\.pdf)?$/i, ' (original).pdf')
    return { ...(await originalRevision(db, documentId)), filename }
  }
  const { original_filename: filename } = await readableDocument(db, actor, documentId)
  return { ...(await currentRevision(db, documentId)), filename }
}

/** A failed log entry does not block reading. */
const noteDownload = async (
  services: Pick<Services, 'db' | 'clock'>,
  { actor, documentId, request }: DownloadRequest,
  sha256: string,
): Promise<void> => {
  try {
    await logDownload(services, actor, documentId, sha256)
  } catch (error) {
    if (troubleOf(error) === undefined) throw error
    request.log.warn({ err: error, document: documentId }, 'a download could not be logged')
  }
}

/**
 * Each revision is a prefix of the next, so earlier ranges stay
 * valid.
 * @throws ApiError NOT_FOUND, SESSION_EXPIRED
 */
export const download = async (
  services: Pick<Services, 'db' | 'blobs' | 'clock'>,
  wanted: DownloadRequest,
): Promise<FastifyReply> => {
  const { db, blobs } = services
  const { request, reply } = wanted
  const { sha256, size, filename } = await findBytes(db, wanted)
  const etag = `"${sha256}"`
  describe(reply, filename, etag)
  if (isKnownToClient(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const range = rangeStillApplies(request.headers['if-range']?.toString(), etag)
    ? parseRange(request.headers.range, size)
    : ({ kind: 'whole' } as const)
  if (range.kind === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 }
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1)
  if (request.method !== 'HEAD' && start === 0) await noteDownload(services, wanted, sha256)
  // Fastify would read a real stream for HEAD.
  const body = request.method === 'HEAD' ? Readable.from([]) : blobs.stream(sha256, { start, end })
  return reply.send(body)
}
