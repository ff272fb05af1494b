import { findDocumentById } from '../access/document-access.ts'
import { markDeleted } from '../documents/delete-document.ts'
import { FileRefusal, fileProblems } from '../documents/file-refusal.ts'
import { goOnElsewhere } from '../sealing/go-on-elsewhere.ts'
import { publishTogether } from '../sending-access/change-together.ts'
import { documentsTogether } from '../sending-access/sending-documents.ts'
import type { EndingServices } from './cancel-document.ts'

/**
 * Takes no lock: a deletion does not wait for a signature, which finds the document gone. Transactions are serial, so
 * what starts in the other documents of the sending is decided once.
 */
export const deleteDocument = async (services: EndingServices, userId: number, documentId: number): Promise<void> => {
  const now = services.clock()
  const others = await services.db.transaction().execute(async (transaction) => {
    const document = await findDocumentById(transaction, documentId)
    if (document === undefined || !(await markDeleted(transaction, { userId, documentId, now }))) return undefined
    await goOnElsewhere(transaction, services, document, now)
    return documentsTogether(transaction, document)
  })
  if (others === undefined) throw new FileRefusal(fileProblems.documentMissing, now)
  services.wakeMailWorker()
  services.documentEvents.publish(userId, { kind: 'deleted', document_id: documentId })
  const ids = others.map(({ id }) => id).filter((id) => id !== documentId)
  publishTogether(services, userId, ids)
}
