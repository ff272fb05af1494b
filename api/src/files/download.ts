import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PDF_MIME_TYPE } from 'shared/contract'
import type { Actor } from '../http/actor.ts'
import type { Services } from '../services.ts'
import { readableDocument } from './document-access.ts'
import { isKnownToClient, parseRange, rangeStillApplies } from './range.ts'
import { currentRevision } from './revisions.ts'

/** `Content-Disposition` with the name in ASCII for old clients and in UTF-8 for the others (RFC 6266, RFC 8187). */
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
    // Kept by the browser alone and asked for again each time: a viewer never mixes two revisions, and whoever
    // lost the right to read gets nothing from a cache.
    'cache-control': 'private, no-cache',
    vary: 'Authorization',
    'content-disposition': contentDisposition(filename),
    'content-security-policy': "default-src 'none'; sandbox",
  })
}

/**
 * Answers the newest revision of a document, whole or one range of it, streamed from the disk. Every revision begins
 * with the bytes of the one before, so ranges that were read earlier stay true when someone signs meanwhile.
 * @throws ApiError NOT_FOUND, SESSION_EXPIRED
 */
export const download = async (
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  {
    actor,
    documentId,
    request,
    reply,
  }: { actor: Actor; documentId: number; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> => {
  const document = await readableDocument(db, actor, documentId)
  const { sha256, size } = await currentRevision(db, documentId)
  const etag = `"${sha256}"`
  describe(reply, document.original_filename, etag)
  if (isKnownToClient(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const range = rangeStillApplies(request.headers['if-range']?.toString(), etag)
    ? parseRange(request.headers.range, size)
    : ({ kind: 'whole' } as const)
  if (range.kind === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 }
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1)
  // The answer to HEAD carries the length alone; Fastify would read a real stream to its end.
  const body = request.method === 'HEAD' ? Readable.from([]) : blobs.stream(sha256, { start, end })
  return reply.send(body)
}
