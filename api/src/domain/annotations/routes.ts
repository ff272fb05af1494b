import {
  type AnnotationState,
  addSavedSignatureCall,
  annotationStateCall,
  deleteSavedSignatureCall,
  listSavedSignaturesCall,
  saveAnnotationsCall,
} from 'shared/contract/annotations'
import { errorMessages } from 'shared/contract/errors'
import { limits } from '../../platform/http/limits.ts'
import { multipartBody } from '../../platform/http/multipart.ts'
import { type Api, bySession, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { findFrozen, frozenTexts } from '../documents/frozen.ts'
import { currentRevision } from '../documents/revisions.ts'
import { readAnnotations } from './read-annotations.ts'
import { saveAnnotations } from './save-annotations.ts'
import { addSignature, deleteSignature, listSignatures } from './saved-signatures.ts'

const annotationState = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: number,
  documentId: number,
): Promise<AnnotationState> => {
  const { status } = await ownDocument(db, userId, documentId)
  const { number: revision, sha256 } = await currentRevision(db, documentId)
  const frozen = await findFrozen(db, documentId, clock())
  const reason = frozen === null ? null : frozenTexts[frozen.kind]
  return { revision, sha256, locked: status === 'CANCELLED' ? errorMessages.DOCUMENT_CANCELLED : reason }
}

export const annotationRoutes = (api: Api, services: Services): void => {
  route(api, annotationStateCall, bySession, async ({ actor, params }) =>
    annotationState(services, actor.userId, params.id),
  )

  route(api, saveAnnotationsCall, bySession, async ({ actor, params, request }) => {
    const { userId } = actor
    api.concurrency.upload.checkCapacity()
    await api.limiter.hit(limits.annotateByAccount, String(userId))
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

  route(api, listSavedSignaturesCall, bySession, async ({ actor }) => listSignatures(services.db, actor.userId))

  route(api, addSavedSignatureCall, bySession, async ({ actor, body, reply }) => {
    await api.limiter.hit(limits.saveSignatureByAccount, String(actor.userId))
    const signature = await addSignature(services, actor.userId, body)
    reply.code(201)
    return signature
  })

  route(api, deleteSavedSignatureCall, bySession, async ({ actor, params }) => {
    await deleteSignature(services.db, actor.userId, params.signatureId)
    return { success: true }
  })
}
