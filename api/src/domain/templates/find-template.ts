import type { Selectable } from 'kysely'
import { type Template, type TemplateDescription, TemplateDescriptionSchema } from 'shared/contract/templates'
import * as v from 'valibot'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { TemplateTable, TemplateVersionTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { tagsOfTemplates } from '../filing/tags-of-objects.ts'
import { formColumnsOf } from './form-columns.ts'

export type TemplateRow = Selectable<TemplateTable>
export type VersionRow = Selectable<TemplateVersionTable>

export interface FoundTemplate {
  readonly template: TemplateRow
  readonly newest: VersionRow
  readonly description: TemplateDescription
}

/** @throws ApiError TEMPLATE_DAMAGED if a newer release wrote another `format`, or the row was altered */
export const parseDescription = (stored: string): TemplateDescription => {
  try {
    return v.parse(TemplateDescriptionSchema, JSON.parse(stored))
  } catch (cause) {
    throw new ApiError('TEMPLATE_DAMAGED', { cause })
  }
}

const versionRow = (db: ApiDatabase, templateId: number, version: number): Promise<VersionRow> =>
  db
    .selectFrom('template_versions')
    .selectAll()
    .where('template_id', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()

/** Of any version: they stay as long as their template. */
export const versionDescription = async (
  db: ApiDatabase,
  templateId: number,
  version: number,
): Promise<TemplateDescription> => parseDescription((await versionRow(db, templateId, version)).description)

/** @throws ApiError NOT_FOUND also for templates of others: a program must not learn which ids exist */
export const ownTemplate = async (db: ApiDatabase, ownerId: number, templateId: number): Promise<FoundTemplate> => {
  const template = await db
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', templateId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (template === undefined) throw new ApiError('NOT_FOUND')
  const newest = await versionRow(db, templateId, template.version)
  return { template, newest, description: parseDescription(newest.description) }
}

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

export const viewTemplate = async (
  db: ApiDatabase,
  { template, newest, description }: FoundTemplate,
): Promise<Template> => ({
  id: template.id,
  name: template.name,
  version: template.version,
  mode: description.mode,
  pages: newest.pages,
  sha256: newest.sha256,
  created_at: toInstant(template.created_at),
  updated_at: toInstant(template.updated_at),
  documents: await countUses(db, template.id),
  roles: description.roles,
  order: description.order,
  message: description.message,
  fields: description.fields,
  form_fields: description.form_fields,
  form_columns: formColumnsOf(description),
  form_field_count: description.form_fields.length,
  ...(await tagsOfTemplates(db, template.owner_id)).get(template.id),
})

/**
 * Keeps a save from overwriting a version that its author has not seen.
 *
 * @throws ApiError TEMPLATE_CHANGED
 */
export const checkNewest = ({ version }: TemplateRow, known: number): void => {
  if (version !== known) throw new ApiError('TEMPLATE_CHANGED')
}
