import type { FastifyReply, FastifyRequest } from 'fastify'
import { pagePictureCall, templatePictureCall } from 'shared/contract/page-picture'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { byApiClient, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import { FILE_POLICY } from '../../platform/http/security-headers.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { isKnownToClient } from '../documents/range.ts'
import { currentRevision } from '../documents/revisions.ts'
import type { PictureKey } from '../first-pages/picture-files.ts'
import { ownTemplate } from '../templates/find-template.ts'

/** A browser that has left needs no picture. */
const whenGone = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly userId: number
  /** Of the address, which names what can never change. */
  readonly pinned: number | undefined
}

const sendPicture = async (
  { pagePictures }: ApiServices,
  key: PictureKey,
  { request, reply, userId, pinned }: Asked,
): Promise<FastifyReply> => {
  const etag = `"${key.sha256}-${key.page}-${key.width}"`
  void reply.headers({
    'cache-control': pinned === undefined ? 'private, no-cache' : 'private, max-age=31536000, immutable',
    etag,
    // Another account in the same browser asks the server.
    vary: 'Authorization',
    'content-security-policy': FILE_POLICY,
  })
  if (isKnownToClient(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const signal = whenGone(reply)
  try {
    const picture = await pagePictures.find(userId, key, signal)
    if (picture === undefined) return reply.code(204).send()
    return reply.type('image/webp').send(Buffer.from(picture))
  } catch (error) {
    if (signal.aborted) return reply.code(204).send()
    // The failure is not what the address names.
    void reply.header('cache-control', 'no-store').removeHeader('etag')
    throw error
  }
}

/** A list that is a moment old asks for it; the next one has the newest. No error: browsers would write it to the console. */
const sendNone = (reply: FastifyReply): FastifyReply => reply.code(204).header('cache-control', 'no-store').send()

const isOutdated = (pinned: number | undefined, newest: number): boolean => pinned !== undefined && pinned !== newest

/** Small pictures for the owner's lists and editor; in no log, as every reading of the owner. */
export const pagePictureRoutes = (api: RouteServices, services: ApiServices): void => {
  const { db } = services
  const count = (userId: number) => api.limiter.hit(rateLimits.pictureByAccount, String(userId))

  rawRoute(api, pagePictureCall, byApiClient('documents:read'), async ({ actor, params, query, request, reply }) => {
    await count(actor.userId)
    const { pages } = await ownDocument(db, actor.userId, params.id)
    const { sha256, number } = await currentRevision(db, params.id)
    if (isOutdated(query.revision, number)) return sendNone(reply)
    if (params.page > pages) throw new ApiError('NOT_FOUND')
    const asked = { request, reply, userId: actor.userId, pinned: query.revision }
    return sendPicture(services, { sha256, page: params.page, width: query.width }, asked)
  })

  rawRoute(api, templatePictureCall, byApiClient('templates:use'), async ({ actor, params, query, request, reply }) => {
    await count(actor.userId)
    const { template, newest } = await ownTemplate(db, actor.userId, params.id)
    if (isOutdated(query.version, template.version)) return sendNone(reply)
    const asked = { request, reply, userId: actor.userId, pinned: query.version }
    return sendPicture(services, { sha256: newest.sha256, page: 1, width: query.width }, asked)
  })
}
