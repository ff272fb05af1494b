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
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { copyTagsToTemplate } from '../filing/tags-of-objects.ts'
import { endBulkJobs } from '../jobs/bulk-jobs.ts'
import { askRemoval } from '../storage-cleanup/removal-queue.ts'
import { dropWorkingCopies } from './edit-fields.ts'
import { checkNewest, type FoundTemplate, ownTemplate } from './find-template.ts'
import { insertTemplate, insertVersion, withDescription } from './save-template.ts'
import { mergeRoles, ownMembers, type TemplateMembers } from './template-set.ts'
import { viewTemplate } from './view-template.ts'

type TemplateDependencies = Pick<ApiServices, 'db' | 'clock'>
type Change = BodyOf<typeof changeTemplateCall>

/** Those without a field come last; their step changes nothing. */
const inTurn = (roles: readonly TemplateRole[]): TemplateRole[] => [
  ...roles.filter(({ kind }) => kind === 'firma').toSorted((a, b) => a.step - b.step),
  ...roles.filter(({ kind }) => kind !== 'firma').map((role) => ({ ...role, step: 1 })),
]

const checkNames = (roles: Change['roles']): void => {
  if (new Set(roles.map(({ name }) => roleNameKey(name))).size < roles.length)
    throw invalidInput('roles', 'Dos roles tienen el mismo nombre. Cambia uno para distinguirlos.')
}

/** Roles may be renamed and reordered here, not added or removed: signers own fields of the PDF. */
const changed = (description: TemplateDescription, { order, message, roles }: Change): TemplateDescription => {
  const given = new Map(roles.map((role) => [role.id, role]))
  if (roles.length !== description.roles.length || description.roles.some(({ id }) => !given.has(id)))
    throw otherRoles()
  checkNames(roles)
  const next = description.roles.map((role) => ({ ...role, ...given.get(role.id) }))
  return { ...description, order, message, roles: inTurn(next) }
}

/** Names of roles without their documents' steps: equal ones mean that the order of the set was left as it was. */
const orderText = (order: Change['order'], roles: readonly Pick<TemplateRole, 'id' | 'step'>[]): string =>
  JSON.stringify([order, roles.map(({ id, step }) => `${id} ${step}`).toSorted()])

/**
 * The change of one template of a set, by its own roles. Names and message are the whole set's. Order and steps too, if
 * they differ from those that the set was shown with; otherwise each document keeps its own.
 */
const ownChanges = (members: TemplateMembers, shown: FoundTemplate, body: Change): readonly Change[] => {
  const { roles, idsOf } = mergeRoles(members.map(({ description }) => description))
  const given = new Map(body.roles.map((role) => [role.id, role]))
  if (body.roles.length !== roles.length || roles.some(({ id }) => !given.has(id))) throw otherRoles()
  const signers = roles.filter(({ kind }) => kind === 'firma').map(({ id }) => id)
  const isOrdered =
    orderText(
      shown.description.order,
      roles.filter(({ id }) => signers.includes(id)),
    ) !==
    orderText(
      body.order,
      body.roles.filter(({ id }) => signers.includes(id)),
    )
  return members.map(({ description }, index) => ({
    ...body,
    order: isOrdered ? body.order : description.order,
    roles: description.roles.map(({ id, name, step }) => {
      const stated = given.get(idsOf[index]?.get(id) ?? id)
      return { id, name: stated?.name ?? name, step: isOrdered ? (stated?.step ?? step) : step }
    }),
  }))
}

const otherRoles = () => invalidInput('roles', 'Los roles de la plantilla cambiaron. Ábrela de nuevo.')

/**
 * A new name alone makes no version: documents and bulk jobs that know the version stay valid. Of a set, each template
 * with another description gets a version, in one transaction.
 */
export const changeTemplate = (
  { db, clock }: TemplateDependencies,
  userId: number,
  templateId: number,
  body: Change,
): Promise<Template> =>
  db.transaction().execute(async (transaction) => {
    const shown = await ownTemplate(transaction, userId, templateId)
    checkNewest(shown.template, body.version)
    const members = await ownMembers(transaction, userId, templateId)
    const isAlone = members.length === 1
    const changes = isAlone ? [body] : ownChanges(members, shown, body)
    if (!isAlone) checkNames(body.roles)
    for (const [index, { template, newest, description }] of members.entries()) {
      const next = changed(description, changes[index] ?? body)
      if (JSON.stringify(next) === JSON.stringify(description)) continue
      const made = withDescription(newest, next)
      await insertVersion(transaction, { id: template.id, version: template.version + 1, made, now: clock() })
    }
    const ids = members.map(({ template }) => template.id)
    await transaction.updateTable('templates').set({ name: body.name }).where('id', 'in', ids).execute()
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
    const members = await ownMembers(transaction, userId, templateId)
    const setId = members.length > 1 ? newId() : null
    const ids: number[] = []
    for (const { template, newest, description } of members) {
      const { set_position, document_name } = template
      const made = withDescription(newest, description)
      const place = { set_id: setId, set_position, document_name }
      const id = await insertTemplate(transaction, { userId, name: copyName(template.name), made, place, now: clock() })
      await copyTagsToTemplate(transaction, template.id, id)
      ids.push(id)
    }
    return viewTemplate(transaction, await ownTemplate(transaction, userId, ids[0] ?? 0))
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
    const members = await ownMembers(transaction, userId, templateId)
    await removeTemplates(
      transaction,
      members.map(({ template: { id } }) => id),
      clock(),
    )
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
