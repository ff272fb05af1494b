import type { BodyOf } from 'shared/contract'
import {
  type createTemplateCall,
  roleNameKey,
  TEMPLATE_NAME_MAX_LENGTH,
  TEMPLATE_ROLES_MAX,
  TEMPLATES_MAX,
  type Template,
  type TemplateDescription,
} from 'shared/contract/templates'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'
import { markDeleted } from '../documents/delete-document.ts'
import { fitsQuota } from '../documents/storage-use.ts'
import { describeDocument } from './describe-document.ts'
import { readSource, type TemplateSource } from './draft-template.ts'
import { readTogether, rolesTogether } from './draft-together.ts'
import { checkNewest, ownTemplate, type TemplateRow, type VersionRow } from './find-template.ts'
import { rescreenTemplateFile } from './rescreen-template-file.ts'
import { mergeRoles, ownMembers } from './template-set.ts'
import { viewTemplate } from './view-template.ts'

export type SavingServices = Pick<ApiServices, 'db' | 'clock' | 'quota' | 'documentEvents' | 'blobs' | 'inspectPdf'>
type FromDocument = Omit<BodyOf<typeof createTemplateCall>, 'name'>

/** A version before its number is known. `description` is JSON of `TemplateDescriptionSchema`. */
export type NewVersion = Omit<VersionRow, 'template_id' | 'version' | 'created_at'>

/** @returns names by key */
const checkRoleNames = (
  roles: readonly { readonly key: string }[],
  given: FromDocument['roles'],
): Map<string, string> => {
  const names = new Map(given.map(({ key, name }) => [key, name]))
  if (given.length !== roles.length || roles.some(({ key }) => !names.has(key)))
    throw invalidInput('roles', 'Los campos del documento cambiaron. Abre «Guardar como plantilla» de nuevo.')
  if (new Set([...names.values()].map(roleNameKey)).size < roles.length)
    throw invalidInput('roles', 'Dos roles tienen el mismo nombre. Cambia uno para distinguirlos.')
  return names
}

/** Versions share a file by its hash, so only files that no template of the account has need space. */
const checkQuota = async (services: SavingServices, userId: number, made: readonly NewVersion[]): Promise<void> => {
  let needed = 0
  for (const [sha256, [file]] of Map.groupBy(made, (each) => each.sha256)) {
    const known = await services.db
      .selectFrom('template_versions')
      .innerJoin('templates', 'templates.id', 'template_versions.template_id')
      .select('templates.id')
      .where('templates.owner_id', '=', userId)
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    if (known === undefined) needed += file?.size ?? 0
  }
  if (needed > 0 && !(await fitsQuota(services, userId, needed))) throw new ApiError('QUOTA_EXCEEDED')
}

interface Described {
  readonly message: string
  /** By `DraftRole.key`. */
  readonly names: ReadonlyMap<string, string>
  readonly source: TemplateSource
}

const describeSource = async (
  services: SavingServices,
  userId: number,
  { message, names, source }: Described,
): Promise<NewVersion> => {
  const { document, revision, roles } = source
  if (roles.every(({ kind }) => kind !== 'firma')) throw emptySource(source)
  if (roles.length > TEMPLATE_ROLES_MAX) throw tooManyRoles()
  const made = {
    sha256: revision.sha256,
    size: revision.size,
    pages: document.pages,
    foreign_signatures: document.foreign_signatures,
    description: JSON.stringify(describeDocument({ ...source, message }, names)),
  }
  await rescreenTemplateFile(services, userId, made)
  return made
}

const emptySource = ({ document: { sending_id, original_filename } }: TemplateSource): ApiError =>
  sending_id === null
    ? new ApiError('TEMPLATE_EMPTY')
    : new ApiError('TEMPLATE_EMPTY', {
        message: `«${original_filename}» no tiene campos de firma. Colócalos o quítalo del envío, y guarda de nuevo.`,
      })

const tooManyRoles = () => invalidInput('roles', `Una plantilla puede tener hasta ${TEMPLATE_ROLES_MAX} roles.`)

/** Roles of one person have one name and one id in all documents, by which `mergeRoles` joins them. */
const describeTogether = async (
  services: SavingServices,
  userId: number,
  given: FromDocument,
): Promise<NewSetMember[]> => {
  const sources = await readTogether(services, userId, given.document_id)
  const together = rolesTogether(sources)
  const stated = checkRoleNames(together, given.roles)
  if (together.length > TEMPLATE_ROLES_MAX) throw tooManyRoles()
  const made: NewSetMember[] = []
  for (const [index, source] of sources.entries()) {
    const names = new Map<string, string>()
    const ids = new Map<string, string>()
    for (const [number, { key, own }] of together.entries())
      for (const { role } of own.filter((each) => each.source === index)) {
        names.set(role.key, stated.get(key) ?? role.name)
        ids.set(role.key, `r${number + 1}`)
      }
    const roles = source.roles.map((role) => ({ ...role, id: role.id ?? ids.get(role.key) }))
    const version = await describeSource(services, userId, {
      message: given.message,
      names,
      source: { ...source, roles },
    })
    made.push({ version, documentId: source.document.id, documentName: templateTitle(source.document) })
  }
  await checkQuota(
    services,
    userId,
    made.map(({ version }) => version),
  )
  return made
}

/** A document of a new set, or one alone. */
interface NewSetMember {
  readonly version: NewVersion
  readonly documentId: number
  readonly documentName: string
}

const templateTitle = ({ original_filename }: TemplateSource['document']): string =>
  [...original_filename.replace(/\.pdf$/i, '')].slice(0, TEMPLATE_NAME_MAX_LENGTH).join('').trim()

/** Call it after `checkNewest` in the same transaction: the primary key refuses a second row of one version. */
export const insertVersion = async (
  db: ApiDatabase,
  {
    id,
    version,
    made,
    now,
  }: { readonly id: number; readonly version: number; readonly made: NewVersion; readonly now: number },
): Promise<void> => {
  await db
    .insertInto('template_versions')
    .values({ ...made, template_id: id, version, created_at: now })
    .execute()
  await db.updateTable('templates').set({ version, updated_at: now }).where('id', '=', id).execute()
}

export interface NewTemplate {
  readonly userId: number
  readonly name: string
  readonly made: NewVersion
  /** Undefined for a template alone. */
  readonly place?: Pick<TemplateRow, 'set_id' | 'set_position' | 'document_name'> | undefined
  readonly now: number
}

/** @throws ApiError TEMPLATES_FULL */
export const insertTemplate = async (
  db: ApiDatabase,
  { userId, name, made, place, now }: NewTemplate,
): Promise<number> => {
  const { count } = await db
    .selectFrom('templates')
    .where('owner_id', '=', userId)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= TEMPLATES_MAX) throw new ApiError('TEMPLATES_FULL')
  const id = newId()
  const row = { id, owner_id: userId, name, version: 1, created_at: now, updated_at: now, ...place }
  await db.insertInto('templates').values(row).execute()
  await insertVersion(db, { id, version: 1, made, now })
  return id
}

/** The document may have been erased since it was read, and its file with it. */
const checkDocument = async (db: ApiDatabase, { sha256 }: NewVersion, documentId: number): Promise<void> => {
  const row = await db
    .selectFrom('revisions')
    .select('sha256')
    .where('document_id', '=', documentId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('NOT_FOUND')
}

/** A document alone makes a template; one of a sending makes a set of all its documents, or nothing. */
export const createTemplate = async (
  services: SavingServices,
  userId: number,
  { name, ...given }: BodyOf<typeof createTemplateCall>,
): Promise<Template> => {
  const members = await describeTogether(services, userId, given)
  const setId = members.length > 1 ? newId() : null
  return services.db.transaction().execute(async (transaction) => {
    const ids: number[] = []
    for (const [index, { version: made, documentId, documentName }] of members.entries()) {
      await checkDocument(transaction, made, documentId)
      const place = setId === null ? undefined : { set_id: setId, set_position: index + 1, document_name: documentName }
      ids.push(await insertTemplate(transaction, { userId, name, made, place, now: services.clock() }))
    }
    return viewTemplate(transaction, await ownTemplate(transaction, userId, ids[0] ?? 0))
  })
}

interface NextVersion {
  readonly userId: number
  readonly templateId: number
  readonly body: FromDocument & { readonly version: number }
}

interface Edit {
  readonly userId: number
  readonly templateId: number
  readonly documentId: number
  readonly version: number
}

/** A repeated request, whose first answer was lost. */
const isSaved = async (db: ApiDatabase, { userId, templateId, documentId, version }: Edit): Promise<boolean> => {
  const row = await db
    .selectFrom('template_uses')
    .innerJoin('documents', 'documents.id', 'template_uses.document_id')
    .select('documents.id')
    .where('documents.id', '=', documentId)
    .where('documents.owner_id', '=', userId)
    .where('documents.edits_template', '=', 1)
    .where('documents.deleted_at', 'is not', null)
    .where('template_uses.template_id', '=', templateId)
    .where('template_uses.version', '=', version)
    .executeTakeFirst()
  return row !== undefined
}

/** Fields of a copy name the roles of its own template. */
const checkOrigin = async (db: ApiDatabase, { templateId, documentId }: Edit): Promise<void> => {
  const row = await db
    .selectFrom('template_uses')
    .select('template_id')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (row?.template_id !== templateId) throw new ApiError('TEMPLATE_WORKING_COPY')
}

/** Stores the saved version on the deleted copy: `isSaved` recognises a repeated request by it. */
const endEdit = async (transaction: ApiDatabase, { userId, documentId, version }: Edit, now: number): Promise<void> => {
  await transaction.updateTable('template_uses').set({ version }).where('document_id', '=', documentId).execute()
  await markDeleted(transaction, { userId, documentId, now })
}

/**
 * Makes the next version from a working copy or from any document of the owner. A working copy is deleted in the same
 * transaction, so it cannot be saved twice.
 *
 * @throws ApiError TEMPLATE_CHANGED if another version came first; the copy stays, and can become another template
 */
export const saveTemplateVersion = async (
  services: SavingServices,
  { userId, templateId, body: { version: known, ...given } }: NextVersion,
): Promise<Template> => {
  const { db, clock, documentEvents } = services
  await ownTemplate(db, userId, templateId)
  const edit = { userId, templateId, documentId: given.document_id, version: known + 1 }
  if (await isSaved(db, edit)) return viewTemplate(db, await ownTemplate(db, userId, templateId))
  const source = await readSource(services, userId, given.document_id)
  const isEdit = source.document.edits_template === 1
  if (isEdit) await checkOrigin(db, edit)
  const { message } = given
  const made = await describeSource(services, userId, {
    message,
    names: checkRoleNames(source.roles, given.roles),
    source,
  })
  await checkQuota(services, userId, [made])
  const saved = await db.transaction().execute(async (transaction) => {
    const { template } = await ownTemplate(transaction, userId, templateId)
    checkNewest(template, known)
    await checkDocument(transaction, made, given.document_id)
    await insertVersion(transaction, { id: templateId, version: known + 1, made, now: clock() })
    const members = await ownMembers(transaction, userId, templateId)
    if (mergeRoles(members.map(({ description }) => description)).roles.length > TEMPLATE_ROLES_MAX)
      throw tooManyRoles()
    if (isEdit) await endEdit(transaction, edit, clock())
    return viewTemplate(transaction, await ownTemplate(transaction, userId, templateId))
  })
  if (isEdit) documentEvents.publish(userId, { kind: 'deleted', document_id: given.document_id })
  return saved
}

/** The same file with another description. */
export const withDescription = (
  { sha256, size, pages, foreign_signatures }: VersionRow,
  description: TemplateDescription,
): NewVersion => ({ sha256, size, pages, foreign_signatures, description: JSON.stringify(description) })
