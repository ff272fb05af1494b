import type { PublicLink, UserFile } from 'shared/contract'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument, type StoredDocument } from '../access/document-access.ts'
import { endSessions } from '../access/find-link-session.ts'
import { checkNotWorkingCopy } from '../access/working-copy.ts'
import { appendEvent } from '../audit/append-event.ts'
import { getDocument } from './get-document.ts'
import { withdrawCopies } from './withdraw-copies.ts'

type SharingServices = Pick<ApiServices, 'db' | 'clock' | 'documentEvents'>
type Sharing = Pick<StoredDocument, 'shared_at' | 'public_link_at' | 'link_code_at'>

const closed: Sharing = { shared_at: null, public_link_at: null, link_code_at: null }

const opened = (before: StoredDocument, { mode, email_code }: PublicLink, now: number): Sharing => ({
  shared_at: before.shared_at ?? now,
  public_link_at: mode === 'sign' ? (before.public_link_at ?? now) : null,
  link_code_at: mode === 'sign' && email_code ? (before.link_code_at ?? now) : null,
})

const isSame = (a: Sharing, b: Sharing): boolean =>
  a.shared_at === b.shared_at && a.public_link_at === b.public_link_at && a.link_code_at === b.link_code_at

interface Change {
  readonly userId: number
  readonly documentId: number
  readonly kind: 'document-shared' | 'document-unshared'
  readonly data: Readonly<Record<string, string>>
  readonly next: (before: StoredDocument, now: number) => Sharing
}

const setSharing = async (
  { db, clock, documentEvents }: SharingServices,
  { userId, documentId, kind, data, next }: Change,
): Promise<UserFile> => {
  const now = clock()
  const changed = await db.transaction().execute(async (transaction) => {
    const before = await ownDocument(transaction, userId, documentId)
    checkNotWorkingCopy(before)
    const after = next(before, now)
    if (isSame(before, after)) return false
    await transaction.updateTable('documents').set(after).where('id', '=', documentId).execute()
    // Sessions depend on the previous rules.
    if (before.public_link_at !== null) await endSessions(transaction, documentId, now)
    await withdrawCopies(transaction, documentId, now)
    await appendEvent(transaction, documentId, { at: now, kind, actor: `user:${userId}`, data })
    return true
  })
  if (changed) documentEvents.publish(userId, { kind: 'changed', document_id: documentId })
  return getDocument({ db, clock }, userId, documentId)
}

const linkFacts = ({ mode, email_code }: PublicLink): Readonly<Record<string, string>> => ({
  link: mode === 'sign' ? 'leer y firmar' : 'solo leer',
  ...(mode === 'sign' && email_code ? { email_code: 'código por correo' } : {}),
})

/** Mode `sign` also permits signing open fields. */
export const shareDocument = (
  services: SharingServices,
  userId: number,
  documentId: number,
  link: PublicLink,
): Promise<UserFile> =>
  setSharing(services, {
    userId,
    documentId,
    kind: 'document-shared',
    data: linkFacts(link),
    next: (before, now) => opened(before, link, now),
  })

/** Also ends sessions; invitations remain valid. */
export const endSharing = (services: SharingServices, userId: number, documentId: number): Promise<UserFile> =>
  setSharing(services, { userId, documentId, kind: 'document-unshared', data: {}, next: () => closed })
