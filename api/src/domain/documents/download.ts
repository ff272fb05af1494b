import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { PDF_MIME_TYPE } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { RequestActor } from '../../platform/http/actor.ts'
import { contentDisposition } from '../../platform/http/content-disposition.ts'
import { FILE_POLICY } from '../../platform/http/security-headers.ts'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import type { ApiServices } from '../../platform/services.ts'
import { documentWithOriginal, readableDocument } from '../access/document-access.ts'
import { logDownload } from '../audit/log-download.ts'
import { isKnownToClient, parseRange, type RangeAnswer, rangeStillApplies } from './range.ts'
import { currentRevision, originalRevision, type StoredRevision } from './revisions.ts'

const downloadHeaders = (filename: string, etag: string): Readonly<Record<string, string>> => ({
  'content-type': PDF_MIME_TYPE,
  'accept-ranges': 'bytes',
  etag,
  vary: 'Authorization',
  'content-disposition': contentDisposition(filename),
  'content-security-policy': FILE_POLICY,
})

export interface DownloadRequest {
  readonly actor: RequestActor
  readonly documentId: number
  /** `original` is the upload before its repair, for the owner. */
  readonly revision: 'newest' | 'original'
  /** HEAD sends no body. */
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly log: Pick<ServiceLog, 'warn'>
}

/** An HTTP answer without Fastify: the route copies it. */
export interface FileDownload {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readable
}

const findBytes = async (
  db: ApiDatabase,
  { actor, documentId, revision }: DownloadRequest,
): Promise<Pick<StoredRevision, 'sha256' | 'size'> & { readonly filename: string }> => {
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
  services: Pick<ApiServices, 'db' | 'clock'>,
  { actor, documentId, log }: DownloadRequest,
  sha256: string,
): Promise<void> => {
  try {
    await logDownload(services, actor, documentId, sha256)
  } catch (error) {
    if (classifyInfrastructureError(error) === undefined) throw error
    log.warn({ err: error, document: documentId }, 'a download could not be logged')
  }
}

const openBody = (
  blobs: ApiServices['blobs'],
  { sha256, size }: Pick<StoredRevision, 'sha256' | 'size'>,
  range: RangeAnswer,
): Promise<Readable> => (range.kind === 'part' ? blobs.open(sha256, range) : blobs.stream(sha256, size))

/**
 * Each revision is a prefix of the next, so earlier ranges stay
 * valid.
 * @throws ApiError NOT_FOUND, SESSION_EXPIRED
 */
export const openDownload = async (
  services: Pick<ApiServices, 'db' | 'blobs' | 'clock'>,
  wanted: DownloadRequest,
): Promise<FileDownload> => {
  const { db, blobs } = services
  const { method, headers: asked } = wanted
  const { sha256, size, filename } = await findBytes(db, wanted)
  const etag = `"${sha256}"`
  const headers = downloadHeaders(filename, etag)
  if (isKnownToClient(asked['if-none-match'], etag)) return { status: 304, headers }
  const range = rangeStillApplies(asked['if-range']?.toString(), etag)
    ? parseRange(asked.range, size)
    : ({ kind: 'whole' } as const)
  if (range.kind === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 }
  if (method !== 'HEAD' && start === 0) await noteDownload(services, wanted, sha256)
  // Fastify would read a real stream for HEAD.
  const body = method === 'HEAD' ? Readable.from([]) : await openBody(blobs, { sha256, size }, range)
  const length = { 'content-length': String(end - start + 1) }
  return range.kind === 'part'
    ? { status: 206, headers: { ...headers, ...length, 'content-range': `bytes ${start}-${end}/${size}` }, body }
    : { status: 200, headers: { ...headers, ...length }, body }
}
