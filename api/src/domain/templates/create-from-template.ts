import { MAX_LENGTHS } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type KeyedRequest, onceByKey, requestFingerprint } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import { findAccount } from '../accounts/users/find-user.ts'
import { fitsQuota } from '../documents/storage-use.ts'
import { documentsOfSending } from '../sending-access/sending-documents.ts'
import { joinDocuments } from '../sendings/join-documents.ts'
import { type AssignedRole, assignTogether } from './assign-people.ts'
import {
  type CreatedFromTemplate,
  type FromTemplateServices,
  type InsertedDocument,
  insertFromTemplate,
  type NewFromTemplate,
  type TemplateInsertion,
} from './insert-from-template.ts'
import type { PrefilledValues } from './prefill-forms.ts'
import { rescreenTemplateFile } from './rescreen-template-file.ts'
import { checkVersion, ownMembers, type TemplateMembers } from './template-set.ts'

const useFingerprint = ({ templateId, request: { name, people, message } }: NewFromTemplate): string =>
  requestFingerprint([templateId, name, people, message])

const findUse = (db: ApiDatabase, userId: number, key: string) =>
  db
    .selectFrom('template_uses')
    .innerJoin('documents', 'documents.id', 'template_uses.document_id')
    .select(['template_uses.document_id', 'template_uses.template_id', 'template_uses.version'])
    .select([
      'template_uses.fingerprint',
      'documents.original_filename',
      'documents.deleted_at',
      'documents.sending_id',
    ])
    .where('template_uses.owner_id', '=', userId)
    .where('template_uses.request_key', '=', key)
    .executeTakeFirst()

/** Documents that left the sending since are left out; so is a sending of one. */
const sendingAsMade = async (
  db: ApiDatabase,
  sendingId: number | null,
): Promise<Pick<CreatedFromTemplate, 'sending'>> => {
  const documents = sendingId === null ? [] : await documentsOfSending(db, sendingId)
  if (sendingId === null || documents.length < 2) return {}
  const listed = documents.map(({ id: document_id, original_filename }) => ({ document_id, original_filename }))
  return { sending: { id: sendingId, documents: listed } }
}

type FoundUse = NonNullable<Awaited<ReturnType<typeof findUse>>>

const keyedUse = (
  db: ApiDatabase,
  { userId, request: { request_key: key } }: NewFromTemplate,
  fingerprint: string,
): KeyedRequest<FoundUse, CreatedFromTemplate> | undefined =>
  key === undefined
    ? undefined
    : {
        fingerprint,
        find: () => findUse(db, userId, key),
        answer: async ({ fingerprint: _, deleted_at, sending_id: sendingId, ...created }) => {
          if (deleted_at === null) return { ...created, ...(await sendingAsMade(db, sendingId)) }
          throw new ApiError('NOT_FOUND', {
            message: 'El documento de esa solicitud ya se eliminó. Úsala con otra clave.',
          })
        },
      }

/** Cut by code points, so that the name of the document of the set is not lost in a long one. */
const nameInSet = (name: string, documentName: string | null): string => {
  if (documentName === null) return name
  const suffix = ` · ${documentName}`
  const room = Math.max(MAX_LENGTHS.search - [...suffix].length, 0)
  return `${[...name.replace(/\.pdf$/i, '')].slice(0, room).join('').trim()}${suffix}`
}

/** Values of the form fields of one template, by their index in it. */
const ownValues = (values: PrefilledValues, first: number, count: number): PrefilledValues =>
  values.flatMap(([index, value]) => (index >= first && index < first + count ? [[index - first, value]] : []))

interface PlannedUse {
  readonly members: TemplateMembers
  readonly people: readonly (readonly AssignedRole[])[]
  readonly fingerprint: string
  readonly now: number
}

/** One insertion for each template. The key is the first document's: a key makes one use. */
const planInsertions = (
  { request, prefilled = [], ...wanted }: NewFromTemplate,
  { members, people, fingerprint, now }: PlannedUse,
): TemplateInsertion[] => {
  const { request_key: _, ...unkeyed } = request
  let formFields = 0
  return members.map((found, index) => {
    const { template, description } = found
    const first = formFields
    formFields += description.form_fields.length
    return {
      ...wanted,
      templateId: template.id,
      documentId: newId(),
      taggedId: members[0].template.id,
      request: { ...(index === 0 ? request : unkeyed), name: nameInSet(request.name, template.document_name) },
      prefilled: ownValues(prefilled, first, description.form_fields.length),
      people: people[index] ?? [],
      ...{ found, fingerprint, now },
    }
  })
}

/** In the caller's transaction. Documents of a set are joined by the rules of every sending. */
const insertTogether = async (
  services: FromTemplateServices,
  db: ApiDatabase,
  { userId, within }: NewFromTemplate,
  insertions: readonly TemplateInsertion[],
): Promise<CreatedFromTemplate> => {
  const documents: InsertedDocument[] = []
  for (const insertion of insertions) documents.push(await insertFromTemplate(services, db, insertion))
  const [first, ...others] = documents
  if (first === undefined) throw new ApiError('TEMPLATE_DAMAGED')
  const sendingId = others.length === 0 ? null : newId()
  if (sendingId !== null) {
    const documentIds = documents.map(({ document_id }) => document_id)
    await joinDocuments(db, { userId, sendingId, documentIds, now: services.clock() })
  }
  const created = { ...first, ...(await sendingAsMade(db, sendingId)) }
  await within?.(db, created)
  return created
}

const createOnce = async (
  services: FromTemplateServices,
  wanted: NewFromTemplate,
  fingerprint: string,
): Promise<CreatedFromTemplate> => {
  const { db, clock, documentEvents } = services
  const { userId, templateId, request, version } = wanted
  const members = await ownMembers(db, userId, templateId)
  if (version !== undefined) checkVersion(members, version)
  const owner = await findAccount(db, userId)
  const descriptions = members.map(({ description }) => description)
  const people = assignTogether(descriptions, request.people, { name: fullName(owner), email: owner.email })
  const size = members.reduce((sum, { newest }) => sum + newest.size, 0)
  if (!(await fitsQuota(services, userId, size))) throw new ApiError('QUOTA_EXCEEDED')
  for (const { newest } of members) await rescreenTemplateFile(services, userId, newest)
  const insertions = planInsertions(wanted, { members, people, fingerprint, now: clock() })
  const created = await db
    .transaction()
    .execute((transaction) => insertTogether(services, transaction, wanted, insertions))
  for (const { documentId } of insertions) documentEvents.publish(userId, { kind: 'created', document_id: documentId })
  return created
}

/**
 * Makes the whole document or nothing; of a set, all its documents in one sending or nothing. Takes no HTTP request, so
 * that bulk jobs use it too.
 *
 * A `request_key` makes one document: a repetition gets the first answer, also if both requests run at once.
 *
 * @throws ApiError TEMPLATE_CHANGED, QUOTA_EXCEEDED, TEMPLATE_REFUSED, TEMPLATE_DAMAGED, IDEMPOTENCY_KEY_REUSED,
 *   VALIDATION, NOT_FOUND
 */
export const createFromTemplate = (
  services: FromTemplateServices,
  wanted: NewFromTemplate,
): Promise<CreatedFromTemplate> => {
  const fingerprint = useFingerprint(wanted)
  return onceByKey(keyedUse(services.db, wanted, fingerprint), () => createOnce(services, wanted, fingerprint))
}
