import { roleNameKey, type TemplateDraft } from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ownDocument } from '../access/document-access.ts'
import { documentsTogether } from '../sending-access/sending-documents.ts'
import type { DraftRole } from './describe-document.ts'
import { type DraftDependencies, isChanged, readSource, type TemplateSource } from './draft-template.ts'

export type TemplateSources = readonly [TemplateSource, ...TemplateSource[]]

/** A role of one document, by the number of its source. */
interface SourceRole {
  readonly source: number
  readonly role: DraftRole
}

/** One person's roles, one of a document at most. */
export interface TogetherRole {
  readonly key: string
  readonly name: string
  readonly own: readonly [SourceRole, ...SourceRole[]]
}

/**
 * The document, and all that are sent with it in their order.
 *
 * @throws as `readSource`
 */
export const readTogether = async (
  services: DraftDependencies,
  userId: number,
  documentId: number,
): Promise<TemplateSources> => {
  const document = await ownDocument(services.db, userId, documentId)
  const ids = (await documentsTogether(services.db, document)).map(({ id }) => id)
  const [first = documentId, ...others] = ids
  const sources: [TemplateSource, ...TemplateSource[]] = [await readSource(services, userId, first)]
  for (const id of others) sources.push(await readSource(services, userId, id))
  return sources
}

/** Keys of the PDF's form are numbers in its document. */
const keyOf = (sources: TemplateSources, { source, role: { key } }: SourceRole): string =>
  key.startsWith('form:') && sources.length > 1 ? `${sources[source]?.document.id}:${key}` : key

type RoleGroup = [SourceRole, ...SourceRole[]]

/** The same person in another document; a person may have a role of each kind in one, and then the kind decides. */
const groupOf = (
  groups: readonly RoleGroup[],
  { source, role: { person, kind } }: SourceRole,
): RoleGroup | undefined => {
  if (person === undefined) return undefined
  const fitting = groups.filter(
    ([first, ...others]) => first.role.person === person && [first, ...others].every((own) => own.source !== source),
  )
  return fitting.find(([first]) => first.role.kind === kind) ?? fitting[0]
}

/** «Firmante 1» of two documents may be two people: the second one gets the next number. */
const freeName = (name: string, taken: ReadonlySet<string>): string => {
  const base = name.replace(/ \d+$/, '')
  let free = name
  for (let number = 2; taken.has(roleNameKey(free)); number += 1) free = `${base} ${number}`
  return free
}

/** Makes one role of each person of all documents. Of a document alone, its roles as they are. */
export const rolesTogether = (sources: TemplateSources): TogetherRole[] => {
  const groups: RoleGroup[] = []
  for (const [source, { roles }] of sources.entries())
    for (const role of roles) {
      const group = sources.length === 1 ? undefined : groupOf(groups, { source, role })
      if (group === undefined) groups.push([{ source, role }])
      else group.push({ source, role })
    }
  const taken = new Set<string>()
  return groups.map((own) => {
    const [first] = own
    const name = sources.length === 1 ? first.role.name : freeName(first.role.name, taken)
    taken.add(roleNameKey(name))
    return { key: keyOf(sources, first), name, own }
  })
}

const originOf = async (db: ApiDatabase, userId: number, documentId: number): Promise<TemplateDraft['origin']> => {
  const row = await db
    .selectFrom('template_uses')
    .leftJoin('templates', (join) =>
      join.onRef('templates.id', '=', 'template_uses.template_id').on('templates.owner_id', '=', userId),
    )
    .select(['template_uses.template_id', 'template_uses.template_name', 'template_uses.version'])
    .select(['templates.name', 'templates.version as newest'])
    .where('template_uses.document_id', '=', documentId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { template_id, template_name, version, name, newest } = row
  return { template_id, name: name ?? template_name, version, newest }
}

const draftRole = ({ key, name, own }: TogetherRole): TemplateDraft['roles'][number] => {
  const fields = own.flatMap(({ role }) => role.fields)
  const { signer, is_owner, kind } = own[0].role
  return {
    ...{ key, name, signer, is_owner },
    kind: own.some(({ role }) => role.kind === 'firma') ? 'firma' : kind,
    fields: fields.length,
    form_fields: fields.reduce((count, { form_fields }) => count + form_fields.length, 0),
  }
}

const fieldCount = ({ roles }: TemplateSource): number => roles.reduce((count, { fields }) => count + fields.length, 0)

/**
 * What «Guardar como plantilla» shows before it saves: proposed roles and the template that the document came from. A
 * document of a sending is saved with its companions as a new set, so it names no template.
 */
export const draftTemplate = async (
  services: DraftDependencies,
  userId: number,
  documentId: number,
): Promise<TemplateDraft> => {
  const { db } = services
  const sources = await readTogether(services, userId, documentId)
  const [{ document }] = sources
  const isSet = sources.length > 1
  const together = sources.map((source) => ({
    document_id: source.document.id,
    name: source.document.original_filename,
    fields: fieldCount(source),
  }))
  return {
    roles: rolesTogether(sources).map(draftRole),
    message: sources.map(({ message }) => message).find((message) => message !== '') ?? '',
    from_form: sources.some(({ fromForm }) => fromForm),
    origin: isSet ? null : await originOf(db, userId, documentId),
    ...(document.edits_template === 1 ? { changed: await isChanged(db, document) } : {}),
    ...(isSet && { together }),
  }
}
