import { roleNameKey, type TemplateDescription, type TemplateRole } from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type FoundTemplate, findNewest, ownTemplate, type VersionRow } from './find-template.ts'

/** Templates that are used together, in their order; of a template alone, itself. */
export type TemplateMembers = readonly [FoundTemplate, ...FoundTemplate[]]

/** The facts of a template that a list has, too. */
export interface TemplateMember extends Pick<FoundTemplate, 'template' | 'description'> {
  readonly newest: Pick<VersionRow, 'pages'>
}

/** Templates of the caller's own `found`, which checked the owner. */
export const membersOf = async (db: ApiDatabase, found: FoundTemplate): Promise<TemplateMembers> => {
  const { set_id: setId, owner_id: ownerId } = found.template
  if (setId === null) return [found]
  const rows = await db
    .selectFrom('templates')
    .selectAll()
    .where('set_id', '=', setId)
    .where('owner_id', '=', ownerId)
    .orderBy('set_position')
    .execute()
  const members: FoundTemplate[] = []
  for (const template of rows) members.push(await findNewest(db, template))
  const [first, ...others] = members
  if (first === undefined) throw new ApiError('NOT_FOUND')
  return [first, ...others]
}

/** @throws ApiError NOT_FOUND also for templates of others */
export const ownMembers = async (db: ApiDatabase, userId: number, templateId: number): Promise<TemplateMembers> =>
  membersOf(db, await ownTemplate(db, userId, templateId))

/**
 * Grows with each version of each template, because templates neither join nor leave a set. Of a template alone, its
 * version.
 */
export const versionOfMembers = (members: TemplateMembers): number =>
  members.reduce((sum, { template: { version } }) => sum + version - 1, 1)

/** @throws ApiError TEMPLATE_CHANGED if a version was saved that the caller does not know */
export const checkVersion = (members: TemplateMembers, known: number): void => {
  if (versionOfMembers(members) !== known) throw new ApiError('TEMPLATE_CHANGED')
}

/** Roles of the whole set, and for each of its templates the id that its own roles have there. */
export interface MergedRoles {
  readonly roles: readonly TemplateRole[]
  readonly idsOf: readonly ReadonlyMap<string, string>[]
}

/** The owner's role is one, whatever its names. */
const labelOf = ({ is_owner, name }: TemplateRole): string => (is_owner ? 'owner' : `role ${roleNameKey(name)}`)

/** The role's own id, or the first free one if another label of the set has it. */
const idFor = ({ id }: TemplateRole, taken: ReadonlySet<string>): string => {
  if (!taken.has(id)) return id
  let number = 1
  while (taken.has(`r${number}`)) number += 1
  return `r${number}`
}

const joinRoles = (known: TemplateRole, role: TemplateRole): TemplateRole => {
  const { kind, step } = known.kind === 'firma' ? known : role
  return { ...known, kind, step, asks_certificate: known.asks_certificate || role.asks_certificate }
}

/**
 * Roles with one label are one role of the set, so its person is named once. It signs if it signs in any document.
 * Without other templates, the roles are the template's own.
 */
export const mergeRoles = (descriptions: readonly Pick<TemplateDescription, 'roles'>[]): MergedRoles => {
  const [alone, ...others] = descriptions
  if (alone !== undefined && others.length === 0)
    return { roles: alone.roles, idsOf: [new Map(alone.roles.map(({ id }) => [id, id]))] }
  const byLabel = new Map<string, TemplateRole>()
  const taken = new Set<string>()
  const idsOf = descriptions.map(({ roles }) => {
    const ids = new Map<string, string>()
    for (const role of roles) {
      const label = labelOf(role)
      const known = byLabel.get(label)
      const id = known?.id ?? idFor(role, taken)
      taken.add(id)
      ids.set(role.id, id)
      byLabel.set(label, known === undefined ? { ...role, id } : joinRoles(known, role))
    }
    return ids
  })
  const roles = [...byLabel.values()]
  return { roles: roles.toSorted((a, b) => Number(a.kind !== 'firma') - Number(b.kind !== 'firma')), idsOf }
}

const plainLabel = (label: string): string => label.normalize('NFC').trim().toLowerCase()

/** Labels that form fields of several templates have. */
const sharedLabels = (members: readonly TemplateMember[]): ReadonlySet<string> => {
  const labels = members.flatMap(({ description }) => [
    ...new Set(description.form_fields.map(({ label }) => plainLabel(label))),
  ])
  return new Set(labels.filter((label, index) => labels.indexOf(label) !== index))
}

export type MergedDescription = Pick<TemplateDescription, 'roles' | 'fields' | 'form_fields'>

/**
 * The set as one template: roles once, then the fields and form fields of all templates in their order, on pages that go
 * on counting. A label of form fields of several templates is followed by the document's name.
 */
export const mergedDescription = (members: readonly TemplateMember[]): MergedDescription => {
  const { roles, idsOf } = mergeRoles(members.map(({ description }) => description))
  const shared = sharedLabels(members)
  const merged: MergedDescription = { roles: [...roles], fields: [], form_fields: [] }
  let pages = 0
  for (const [index, { template, newest, description }] of members.entries()) {
    const before = { pages, fields: merged.fields.length }
    merged.fields.push(
      ...description.fields.map((field) => ({
        ...field,
        page: field.page + before.pages,
        role: idsOf[index]?.get(field.role) ?? field.role,
      })),
    )
    merged.form_fields.push(
      ...description.form_fields.map((field) => ({
        ...field,
        page: field.page + before.pages,
        signature: field.signature + before.fields,
        label: shared.has(plainLabel(field.label)) ? `${field.label} (${template.document_name})` : field.label,
      })),
    )
    pages += newest.pages
  }
  return merged
}
