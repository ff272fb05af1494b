import { findDocumentById } from '../access/document-access.ts'
import { markDeleted } from '../documents/delete-document.ts'
import { FileRefusal, fileProblems } from '../documents/file-refusal.ts'
import { goOnElsewhere } from '../sealing/go-on-elsewhere.ts'
import { publishTogether, transactTogether } from '../sending-access/change-together.ts'
import type { EndingServices } from './cancel-document.ts'

/** Erasure follows after the retention period (`personal-data/erase-document.ts`). */
export const deleteDocument = async (services: EndingServices, userId: number, documentId: number): Promise<void> => {
  const now = services.clock()
  const { result: isDeleted, ids } = await transactTogether(services, documentId, async (transaction) => {
    const document = await findDocumentById(transaction, documentId)
    if (document === undefined || !(await markDeleted(transaction, { userId, documentId, now }))) return false
    await goOnElsewhere(transaction, services, document, now)
    return true
  })
  if (!isDeleted) throw new FileRefusal(fileProblems.documentMissing, now)
  services.wakeMailWorker()
  services.documentEvents.publish(userId, { kind: 'deleted', document_id: documentId })
  publishTogether(
    services,
    userId,
    ids.filter((id) => id !== documentId),
  )
}
