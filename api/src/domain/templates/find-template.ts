import type { Selectable } from 'kysely'
import { type TemplateDescription, TemplateDescriptionSchema } from 'shared/contract/templates'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { TemplateTable, TemplateVersionTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'

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

/** Checks no permission. */
export const findNewest = async (db: ApiDatabase, template: TemplateRow): Promise<FoundTemplate> => {
  const newest = await versionRow(db, template.id, template.version)
  return { template, newest, description: parseDescription(newest.description) }
}

/** @throws ApiError NOT_FOUND also for templates of others: a program must not learn which ids exist */
export const ownTemplate = async (db: ApiDatabase, ownerId: number, templateId: number): Promise<FoundTemplate> => {
  const template = await db
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', templateId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (template === undefined) throw new ApiError('NOT_FOUND')
  return findNewest(db, template)
}

/**
 * Keeps a save from overwriting a version that its author has not seen.
 *
 * @throws ApiError TEMPLATE_CHANGED
 */
export const checkNewest = ({ version }: TemplateRow, known: number): void => {
  if (version !== known) throw new ApiError('TEMPLATE_CHANGED')
}
