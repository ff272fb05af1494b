import type { Template } from 'shared/contract/templates'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { tagsOfTemplates } from '../filing/tags-of-objects.ts'
import type { FoundTemplate } from './find-template.ts'
import { formColumnsOf } from './form-columns.ts'
import { membersOf, mergedDescription, mergeRoles, type TemplateMember } from './template-set.ts'

/** Documents that exist; working copies do not count. */
const countUses = async (db: ApiDatabase, templateId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('template_uses')
    .innerJoin('documents', 'documents.id', 'template_uses.document_id')
    .where('template_uses.template_id', '=', templateId)
    .where('documents.deleted_at', 'is', null)
    .where('documents.edits_template', '=', 0)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const viewSet = (members: readonly TemplateMember[]): Pick<Template, 'set'> => {
  const setId = members[0]?.template.set_id ?? null
  if (setId === null) return {}
  const documents = members.map(({ template: { id, name, version, document_name }, newest, description }) => ({
    template_id: id,
    name: document_name ?? name,
    version,
    pages: newest.pages,
    fields: description.fields.length,
  }))
  return { set: { id: setId, documents } }
}

/**
 * Names of roles, their number and the columns are those of the whole set. The fields are the template's own, and name
 * the roles of the set.
 */
export const viewTogether = (
  members: readonly TemplateMember[],
  { template: { id }, description: { fields } }: TemplateMember,
): Pick<Template, 'set' | 'roles' | 'fields' | 'form_columns' | 'form_field_count'> => {
  const merged = mergedDescription(members)
  const descriptions = members.map(({ description }) => description)
  const ids = mergeRoles(descriptions).idsOf[members.findIndex(({ template }) => template.id === id)]
  return {
    ...viewSet(members),
    roles: merged.roles,
    fields: fields.map((field) => ({ ...field, role: ids?.get(field.role) ?? field.role })),
    form_columns: formColumnsOf(merged),
    form_field_count: merged.form_fields.length,
  }
}

export const viewTemplate = async (db: ApiDatabase, found: FoundTemplate): Promise<Template> => {
  const { template, newest, description } = found
  return {
    id: template.id,
    name: template.name,
    version: template.version,
    mode: description.mode,
    pages: newest.pages,
    sha256: newest.sha256,
    created_at: toInstant(template.created_at),
    updated_at: toInstant(template.updated_at),
    documents: await countUses(db, template.id),
    order: description.order,
    message: description.message,
    form_fields: description.form_fields,
    ...viewTogether(await membersOf(db, found), found),
    ...(await tagsOfTemplates(db, template.owner_id)).get(template.id),
  }
}
