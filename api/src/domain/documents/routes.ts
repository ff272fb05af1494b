import type { FastifyRequest } from 'fastify'
import {
  defineCall,
  downloadFileCall,
  type FilesPage,
  findFilesCall,
  getFileCall,
  listFilesCall,
  sendPdfEmailCall,
  shareFileCall,
  unshareFileCall,
} from 'shared/contract'
import { changeFileCall } from 'shared/contract/signing-order'
import * as v from 'valibot'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, bySession, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { countInbox } from '../access/find-inbox.ts'
import { invitedReader } from '../access/invited-reader.ts'
import { changeDetails } from './change-details.ts'
import { openDownload } from './download.ts'
import { type FilesQuery, findDocuments } from './find-documents.ts'
import { getDocument } from './get-document.ts'
import { streamDocuments } from './list-documents.ts'
import { sendCopy } from './send-copy.ts'
import { endSharing, shareDocument } from './share-document.ts'

const documentsCall = defineCall({ ...findFilesCall, reply: v.union([listFilesCall.reply, findFilesCall.reply]) })

const asksForNothing = ({ query }: FastifyRequest): boolean =>
  typeof query !== 'object' || query === null || Object.keys(query).length === 0

const findPage = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'documentEvents'>,
  userId: number,
  query: FilesQuery,
): Promise<FilesPage> => {
  // Before reading: the stream sends later events.
  const events_at = services.documentEvents.position(userId)
  const page = await findDocuments(services, userId, query)
  if (page.counts === undefined) return page
  const inbox = await countInbox(services, userId)
  return { ...page, counts: { ...page.counts, ...(inbox > 0 && { inbox }) }, events_at }
}

const readable = byApiClient('documents:read')
const writable = byApiClient('documents:write')

const detailRoutes = (api: RouteServices, services: ApiServices): void =>
  addRoute(api, changeFileCall, writable, async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.changeFileByAccount, String(actor.userId))
    return changeDetails(services, { userId: actor.userId, documentId: params.id, details: body })
  })

const copyRoutes = (api: RouteServices, services: ApiServices): void => {
  rawRoute(
    api,
    downloadFileCall,
    // A rejected range would leave the viewer blank.
    {
      access: { kind: 'visitor', programs: 'documents:read' },
      limitByAddress: rateLimits.downloadByAddress,
      alwaysAnswered: true,
    },
    async ({ actor: known, params, query, request, reply }) => {
      const actor = (await invitedReader(services, request.headers.authorization)) ?? known
      const { method, headers: asked, log } = request
      const wanted = { actor, documentId: params.id, revision: query.revision, method, headers: asked, log }
      const { status, headers, body } = await openDownload(services, wanted)
      return reply.code(status).headers(headers).send(body)
    },
  )

  addRoute(
    api,
    sendPdfEmailCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: rateLimits.sendPdfByAddress,
      limitAltogether: rateLimits.sendPdfAltogether,
      hostClaim: ({ params }) => ({ documentId: params.id }),
    },
    async ({ params, body }) => {
      await sendCopy(services, api.limiter, params.id, body.email)
      return { success: true }
    },
  )
}

/**
 * The specification's list has no query and no pages: a request without any parameter gets all documents as a stream.
 */
export const documentRoutes = (api: RouteServices, services: ApiServices): void => {
  rawRoute(api, documentsCall, readable, async ({ actor, query, request, reply }) => {
    if (!asksForNothing(request)) return v.parse(findFilesCall.reply, await findPage(services, actor.userId, query))
    return reply.type('application/json; charset=utf-8').send(await streamDocuments(services, actor.userId))
  })

  addRoute(api, getFileCall, readable, async ({ actor, params }) => getDocument(services, actor.userId, params.id))

  addRoute(api, shareFileCall, bySession, async ({ actor, params, body }) =>
    shareDocument(services, actor.userId, params.id, body),
  )

  addRoute(api, unshareFileCall, bySession, async ({ actor, params }) => endSharing(services, actor.userId, params.id))

  detailRoutes(api, services)
  copyRoutes(api, services)
}
