import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  defineCall,
  deleteFileCall,
  downloadFileCall,
  findFilesCall,
  getFileCall,
  listFilesCall,
  sendPdfEmailCall,
  shareFileCall,
  type UserFile,
  unshareFileCall,
  uploadFileCall,
} from 'shared/contract'
import * as v from 'valibot'
import { limits } from '../../platform/http/limits.ts'
import { type Api, rawRoute, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { invitedReader } from '../access/invited-reader.ts'
import { asFileRefusal } from '../uploads/as-file-refusal.ts'
import { readUpload } from '../uploads/read-upload.ts'
import { storeDocument } from '../uploads/store-document.ts'
import { beginAttempt, createKeyedTurns, UPLOAD_PATIENCE } from '../uploads/upload-attempt.ts'
import { fingerprintOf, readUploadKey } from '../uploads/upload-keys.ts'
import { deleteDocument } from './delete-document.ts'
import { download } from './download.ts'
import { findDocuments } from './find-documents.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'
import { sendCopy } from './send-copy.ts'
import { endSharing, shareDocument } from './share-document.ts'

/** Without parameters all documents, otherwise one page. */
const documentsCall = defineCall({ ...findFilesCall, reply: v.union([listFilesCall.reply, findFilesCall.reply]) })

const asksForNothing = ({ query }: FastifyRequest): boolean =>
  typeof query !== 'object' || query === null || Object.keys(query).length === 0

interface Arriving {
  readonly ownerId: number
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const takeIn = ({ doors, uploadPatience = UPLOAD_PATIENCE }: Api, services: Services) => {
  const inTurn = createKeyedTurns()
  return async ({ ownerId, request, reply }: Arriving): Promise<UserFile> => {
    const given = readUploadKey(request, services.clock())
    const upload = await readUpload(services, request)
    const { signal, end } = beginAttempt(reply, services.clock, uploadPatience)
    const key = given === undefined ? undefined : { key: given, fingerprint: fingerprintOf(upload) }
    const store = () => storeDocument(services, { ownerId, key, signal, ...upload })
    try {
      return await doors.upload.enter(
        () => (key === undefined ? store() : inTurn(`${ownerId} ${key.key}`, signal, store)),
        String(ownerId),
      )
    } finally {
      end()
      // A kept file is no longer temporary.
      await upload.blob.discard()
    }
  }
}

export const fileRoutes = (api: Api, services: Services): void => {
  const receive = takeIn(api, services)
  route(api, uploadFileCall, { access: { kind: 'session' } }, async ({ actor, request, reply }) => {
    // Reject before reading the body.
    api.doors.upload.checkRoom(String(actor.userId))
    await api.limiter.hit(limits.uploadByAccount, String(actor.userId))
    try {
      const document = await receive({ ownerId: actor.userId, request, reply })
      reply.code(201)
      return document
    } catch (error) {
      throw asFileRefusal(error, services.clock())
    }
  })

  route(api, documentsCall, { access: { kind: 'session' } }, async ({ actor, query, request }) =>
    asksForNothing(request)
      ? listDocuments(services.db, actor.userId)
      : findDocuments(services.db, actor.userId, query),
  )

  route(api, getFileCall, { access: { kind: 'session' } }, async ({ actor, params }) =>
    getDocument(services.db, actor.userId, params.id),
  )

  route(api, shareFileCall, { access: { kind: 'session' } }, async ({ actor, params, body }) =>
    shareDocument(services, actor.userId, params.id, body),
  )

  route(api, unshareFileCall, { access: { kind: 'session' } }, async ({ actor, params }) =>
    endSharing(services, actor.userId, params.id),
  )

  route(api, deleteFileCall, { access: { kind: 'session' } }, async ({ actor, params }) => {
    await deleteDocument(services, actor.userId, params.id)
    return { success: true }
  })

  rawRoute(
    api,
    downloadFileCall,
    // A rejected range would leave the viewer blank.
    { access: { kind: 'visitor' }, limitByAddress: limits.downloadByAddress, alwaysAnswered: true },
    async ({ actor: known, params, query, request, reply }) => {
      const actor = (await invitedReader(services, request.headers.authorization)) ?? known
      return download(services, { actor, documentId: params.id, revision: query.revision, request, reply })
    },
  )

  route(
    api,
    sendPdfEmailCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.sendPdfByAddress, limitAltogether: limits.sendPdfAltogether },
    async ({ params, body }) => {
      await sendCopy(services, api.limiter, params.id, body.email)
      return { success: true }
    },
  )
}
