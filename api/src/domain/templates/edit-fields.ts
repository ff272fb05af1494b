import type { ReplyOf } from 'shared/contract'
import { type editTemplateFieldsCall, roleEmail } from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { findAccount } from '../accounts/users/find-user.ts'
import { markDeleted } from '../documents/delete-document.ts'
import type { AssignedRole } from './assign-people.ts'
import { isChanged } from './draft-template.ts'
import { type FoundTemplate, ownTemplate } from './find-template.ts'
import { type FromTemplateServices, insertFromTemplate } from './insert-from-template.ts'
import { rescreenTemplateFile } from './rescreen-template-file.ts'

type EditingServices = FromTemplateServices & Pick<ApiServices, 'locks'>
type Opened = ReplyOf<typeof editTemplateFieldsCall>

const workingCopies = (db: ApiDatabase, templateIds: readonly number[]) =>
  db
    .selectFrom('documents')
    .innerJoin('template_uses', 'template_uses.document_id', 'documents.id')
    .selectAll('documents')
    .select('template_uses.version')
    .where('template_uses.template_id', 'in', templateIds)
    .where('documents.edits_template', '=', 1)
    .where('documents.deleted_at', 'is', null)

/** Deletes the open working copies, without a live event: they appear in no list. */
export const dropWorkingCopies = async (
  db: ApiDatabase,
  templateIds: readonly number[],
  now: number,
): Promise<void> => {
  for (const { id, owner_id } of await workingCopies(db, templateIds).execute())
    await markDeleted(db, { userId: owner_id, documentId: id, now })
}

/**
 * Returns the open working copy, or deletes one that cannot be saved: it has left the state UPLOADED, or it is an
 * unchanged copy of an older version. Opening restarts the 30 days after which the retention worker erases it.
 */
const resume = async (db: ApiDatabase, { template }: FoundTemplate, now: number): Promise<Opened | undefined> => {
  const copy: (StoredDocument & { version: number }) | undefined = await workingCopies(db, [template.id])
    .where('documents.owner_id', '=', template.owner_id)
    .executeTakeFirst()
  if (copy === undefined) return undefined
  const resumed = await isChanged(db, copy)
  if (copy.status !== 'UPLOADED' || (!resumed && copy.version !== template.version)) {
    await dropWorkingCopies(db, [template.id], now)
    return undefined
  }
  await db.updateTable('documents').set({ uploaded_at: now }).where('id', '=', copy.id).execute()
  return { document_id: copy.id, resumed }
}

/** The roles in place of people: their addresses end in `plantilla.invalid` (RFC 2606) and receive no mail. */
const standIns = async (db: ApiDatabase, { template, description }: FoundTemplate): Promise<AssignedRole[]> => {
  const owner = await findAccount(db, template.owner_id)
  return description.roles.map((role) => ({
    role,
    name: role.is_owner ? fullName(owner) : role.name,
    email: role.is_owner ? owner.email : roleEmail(role.id),
    certificate: undefined,
  }))
}

/**
 * Opens the template's working copy: a document with the template's PDF and fields, for the ordinary editor.
 *
 * A copy may be edited, saved or deleted. Sending, sharing, signing and a deadline are refused
 * (`TEMPLATE_WORKING_COPY`), it is in no list, count or export, and no webhook reports it. A template has one copy:
 * the lock of the template's id keeps two windows from making two.
 */
export const editTemplateFields = async (
  services: EditingServices,
  userId: number,
  templateId: number,
): Promise<Opened> => {
  const { db, clock, locks } = services
  await rescreenTemplateFile(services, userId, (await ownTemplate(db, userId, templateId)).newest)
  return locks.run(templateId, () =>
    db.transaction().execute(async (transaction) => {
      const now = clock()
      const found = await ownTemplate(transaction, userId, templateId)
      const open = await resume(transaction, found, now)
      if (open !== undefined) return open
      const { document_id } = await insertFromTemplate(services, transaction, {
        userId,
        templateId,
        documentId: newId(),
        found,
        people: await standIns(transaction, found),
        request: { name: found.template.name, people: [] },
        fingerprint: '',
        editsTemplate: true,
        now,
      })
      return { document_id, resumed: false }
    }),
  )
}
