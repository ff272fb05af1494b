import { type TemplateSummary, TemplateSummarySchema } from 'shared/contract/templates'
import * as v from 'valibot'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { tagsOfTemplates } from '../filing/tags-of-objects.ts'
import { parseDescription } from './find-template.ts'

const usesOf = async (db: ApiDatabase, ownerId: number): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('template_uses')
    .innerJoin('documents', 'documents.id', 'template_uses.document_id')
    .where('template_uses.owner_id', '=', ownerId)
    .where('documents.deleted_at', 'is', null)
    .where('documents.edits_template', '=', 0)
    .groupBy('template_uses.template_id')
    .select((eb) => ['template_uses.template_id', eb.fn.countAll().as('count')])
    .execute()
  return new Map(rows.map(({ template_id, count }) => [template_id, Number(count)]))
}

/** Newest change first. The list is not paged: an account has at most `TEMPLATES_MAX`. */
export const listTemplates = async (db: ApiDatabase, ownerId: number): Promise<TemplateSummary[]> => {
  const rows = await db
    .selectFrom('templates')
    .innerJoin('template_versions', (join) =>
      join
        .onRef('template_versions.template_id', '=', 'templates.id')
        .onRef('template_versions.version', '=', 'templates.version'),
    )
    .selectAll('templates')
    .select(['template_versions.pages', 'template_versions.sha256', 'template_versions.description'])
    .where('templates.owner_id', '=', ownerId)
    .orderBy('templates.updated_at', 'desc')
    .orderBy('templates.id')
    .execute()
  const uses = await usesOf(db, ownerId)
  const tags = await tagsOfTemplates(db, ownerId)
  return rows.map((row) => {
    const description = parseDescription(row.description)
    return v.parse(TemplateSummarySchema, {
      ...row,
      ...description,
      form_field_count: description.form_fields.length,
      created_at: toInstant(row.created_at),
      updated_at: toInstant(row.updated_at),
      documents: uses.get(row.id) ?? 0,
      ...tags.get(row.id),
    })
  })
}
