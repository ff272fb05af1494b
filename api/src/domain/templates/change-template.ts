import type { BodyOf } from 'shared/contract'
import {
  type changeTemplateCall,
  roleNameKey,
  TEMPLATE_NAME_MAX_LENGTH,
  type Template,
  type TemplateDescription,
  type TemplateRole,
} from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { invalidInput } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { copyTagsToTemplate } from '../filing/tags-of-objects.ts'
import { endBulkJobs } from '../jobs/bulk-jobs.ts'
import { askRemoval } from '../storage-cleanup/removal-queue.ts'
import { dropWorkingCopies } from './edit-fields.ts'
import { checkNewest, ownTemplate, viewTemplate } from './find-template.ts'
import { insertTemplate, insertVersion, withDescription } from './save-template.ts'

type TemplateDependencies = Pick<ApiServices, 'db' | 'clock'>
type Change = BodyOf<typeof changeTemplateCall>

/** Those without a field come last; their step changes nothing. */
const inTurn = (roles: readonly TemplateRole[]): TemplateRole[] => [
  ...roles.filter(({ kind }) => kind === 'firma').toSorted((a, b) => a.step - b.step),
  ...roles.filter(({ kind }) => kind !== 'firma').map((role) => ({ ...role, step: 1 })),
]

/** Roles may be renamed and reordered here, not added or removed: signers own fields of the PDF. */
const changed = (description: TemplateDescription, { order, message, roles }: Change): TemplateDescription => {
  const given = new Map(roles.map((role) => [role.id, role]))
  if (roles.length !== description.roles.length || description.roles.some(({ id }) => !given.has(id)))
    throw invalidInput('roles', 'Los roles de la plantilla cambiaron. Ábrela de nuevo.')
  if (new Set(roles.map(({ name }) => roleNameKey(name))).size < roles.length)
    throw invalidInput('roles', 'Dos roles tienen el mismo nombre. Cambia uno para distinguirlos.')
  const next = description.roles.map((role) => ({ ...role, ...given.get(role.id) }))
  return { ...description, order, message, roles: inTurn(next) }
}

/** A new name alone makes no version: documents and bulk jobs that know the version stay valid. */
export const changeTemplate = (
  { db, clock }: TemplateDependencies,
  userId: number,
  templateId: number,
  body: Change,
): Promise<Template> =>
  db.transaction().execute(async (transaction) => {
    const { template, newest, description } = await ownTemplate(transaction, userId, templateId)
    checkNewest(template, body.version)
    const next = changed(description, body)
    if (JSON.stringify(next) !== JSON.stringify(description)) {
      const made = withDescription(newest, next)
      await insertVersion(transaction, { id: templateId, version: body.version + 1, made, now: clock() })
    }
    await transaction.updateTable('templates').set({ name: body.name }).where('id', '=', templateId).execute()
    return viewTemplate(transaction, await ownTemplate(transaction, userId, templateId))
  })

/** Cut by code points, so that no surrogate pair is split. */
const copyName = (name: string): string => {
  const suffix = ' (copia)'
  return `${[...name]
    .slice(0, TEMPLATE_NAME_MAX_LENGTH - suffix.length)
    .join('')
    .trim()}${suffix}`
}

export const duplicateTemplate = (
  { db, clock }: TemplateDependencies,
  userId: number,
  templateId: number,
): Promise<Template> =>
  db.transaction().execute(async (transaction) => {
    const { template, newest, description } = await ownTemplate(transaction, userId, templateId)
    const made = withDescription(newest, description)
    const id = await insertTemplate(transaction, { userId, name: copyName(template.name), made, now: clock() })
    await copyTagsToTemplate(transaction, templateId, id)
    return viewTemplate(transaction, await ownTemplate(transaction, userId, id))
  })

/**
 * Final, without the retention of documents: a template proves nothing. Documents made from it keep their file,
 * because blobs are counted by hash and removal skips those with references.
 */
const removeTemplates = async (db: ApiDatabase, ids: readonly number[], now: number): Promise<void> => {
  if (ids.length === 0) return
  await endBulkJobs(db, { templates: ids }, 'TEMPLATE_DELETED', now)
  await dropWorkingCopies(db, ids, now)
  const files = await db
    .selectFrom('template_versions')
    .select('sha256')
    .where('template_id', 'in', ids)
    .distinct()
    .execute()
  await db.deleteFrom('template_versions').where('template_id', 'in', ids).execute()
  await db.deleteFrom('templates').where('id', 'in', ids).execute()
  await askRemoval(
    db,
    files.map(({ sha256 }) => sha256),
    now,
  )
}

export const deleteTemplate = (
  { db, clock }: TemplateDependencies,
  userId: number,
  templateId: number,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await ownTemplate(transaction, userId, templateId)
    await removeTemplates(transaction, [templateId], clock())
  })

/** Deletes all templates of an account, in the transaction that erases the account. */
export const forgetTemplates = async (transaction: ApiDatabase, userId: number, now: number): Promise<void> => {
  const rows = await transaction.selectFrom('templates').select('id').where('owner_id', '=', userId).execute()
  await removeTemplates(
    transaction,
    rows.map(({ id }) => id),
    now,
  )
}
