import { type TemplateSummary, TemplateSummarySchema } from 'shared/contract/templates'
import * as v from 'valibot'
import { toInstant } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { tagsOfTemplates } from '../filing/tags-of-objects.ts'
import { parseDescription } from './find-template.ts'
import { viewTogether } from './view-template.ts'

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

const inOrder = <Member extends { readonly row: { readonly set_position: number | null } }>(
  members: Member[],
): Member[] => members.toSorted((a, b) => (a.row.set_position ?? 0) - (b.row.set_position ?? 0))

/** Newest change first; a set as its first template. The list is not paged: an account has at most `TEMPLATES_MAX`. */
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
  const members = rows.map((row) => ({
    row,
    template: row,
    newest: row,
    description: parseDescription(row.description),
  }))
  return members.flatMap((member) => {
    const { row, description } = member
    if ((row.set_position ?? 1) > 1) return []
    const together =
      row.set_id === null ? [member] : inOrder(members.filter(({ row: { set_id } }) => set_id === row.set_id))
    return v.parse(TemplateSummarySchema, {
      ...row,
      ...description,
      ...viewTogether(together, member),
      created_at: toInstant(row.created_at),
      updated_at: toInstant(row.updated_at),
      documents: uses.get(row.id) ?? 0,
      ...tags.get(row.id),
    })
  })
}
