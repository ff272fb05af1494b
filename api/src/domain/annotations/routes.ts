import {
  addSavedSignatureCall,
  annotationStateCall,
  deleteSavedSignatureCall,
  listSavedSignaturesCall,
  type SavedAnnotationState,
  saveAnnotationsCall,
} from 'shared/contract/annotations'
import { errorMessages } from 'shared/contract/errors'
import { rateLimits } from '../../platform/http/limits.ts'
import { multipartBody } from '../../platform/http/multipart.ts'
import { addRoute, bySession, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { findFrozen, frozenTexts } from '../documents/frozen.ts'
import { currentRevision } from '../documents/revisions.ts'
import { readAnnotations } from './read-annotations.ts'
import { saveAnnotations } from './save-annotations.ts'
import { addSignature, deleteSignature, listSavedSignatures } from './saved-signatures.ts'

const annotationState = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  userId: number,
  documentId: number,
): Promise<SavedAnnotationState> => {
  const { status } = await ownDocument(db, userId, documentId)
  const { number: revision, sha256 } = await currentRevision(db, documentId)
  const frozen = await findFrozen(db, documentId, clock())
  const reason = frozen === null ? null : frozenTexts[frozen.kind]
  return { revision, sha256, locked: status === 'CANCELLED' ? errorMessages.DOCUMENT_CANCELLED : reason }
}

export const annotationRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, annotationStateCall, bySession, async ({ actor, params }) =>
    annotationState(services, actor.userId, params.id),
  )

  addRoute(api, saveAnnotationsCall, bySession, async ({ actor, params, request }) => {
    const { userId } = actor
    api.concurrency.upload.checkCapacity()
    await api.limiter.hit(rateLimits.annotateByAccount, String(userId))
    const incoming = await readAnnotations(services, { userId, documentId: params.id, body: multipartBody(request) })
    try {
      return await api.concurrency.upload.enter(() =>
        saveAnnotations(services, { userId, documentId: params.id, incoming }),
      )
    } finally {
      // Kept blobs are no longer in the temporary folder.
      await incoming.blob.discard()
    }
  })

  addRoute(api, listSavedSignaturesCall, bySession, async ({ actor }) => listSavedSignatures(services.db, actor.userId))

  addRoute(api, addSavedSignatureCall, bySession, async ({ actor, body, reply }) => {
    await api.limiter.hit(rateLimits.saveSignatureByAccount, String(actor.userId))
    const signature = await addSignature(services, actor.userId, body)
    reply.code(201)
    return signature
  })

  addRoute(api, deleteSavedSignatureCall, bySession, async ({ actor, params }) => {
    await deleteSignature(services.db, actor.userId, params.signatureId)
    return { success: true }
  })
}
