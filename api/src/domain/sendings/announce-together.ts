import { href } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { documentWithOwner } from '../documents/stored-document.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { signedTogetherMessage } from '../mail/templates/signed-together.ts'
import { announceSignature, type SignatureNews } from '../signing/record-signature.ts'

/** One mail for the act, about the documents that still wait for others; complete ones have their own mail. */
export const announceTogether = async (
  transaction: ApiDatabase,
  publicUrl: string,
  news: readonly SignatureNews[],
): Promise<void> => {
  const [first, ...others] = news
  if (first === undefined) return
  if (others.length === 0) {
    await announceSignature(transaction, publicUrl, first)
    return
  }
  const documents = await Promise.all(
    news.map(async ({ documentId, signed, total, passed }) => {
      const { document } = await documentWithOwner(transaction, documentId)
      return { filename: document.original_filename, signed, total, ...passed }
    }),
  )
  const { owner } = await documentWithOwner(transaction, first.documentId)
  const { signerName, signedAt, documentId } = first
  const message = signedTogetherMessage({ signerName, signedAt, documents, url: `${publicUrl}${href.dashboard()}` })
  await enqueueMail(transaction, { kind: 'field-signed', documentId, to: owner, message }, signedAt)
}
