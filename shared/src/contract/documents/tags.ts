import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'
import { IdSchema } from '../values/ids.ts'
import { nameKey } from '../values/name-key.ts'
import { namePart } from '../values/visible-name.ts'
import { FILES_AT_ONCE_MAX } from './files.ts'

/** Of an account; the list is not paged. */
export const TAGS_MAX = 100
/** Of one document or template. */
export const TAGS_EACH_MAX = 20
/** Characters. */
export const TAG_NAME_MAX_LENGTH = 40

const EMPTY = 'Escribe el nombre de la etiqueta'

/** One line without hidden characters; a name of marks alone has no key. */
const TagNameSchema = v.pipe(
  v.string(),
  v.maxLength(TAG_NAME_MAX_LENGTH, `Usa como máximo ${TAG_NAME_MAX_LENGTH} caracteres`),
  namePart(EMPTY, TAG_NAME_MAX_LENGTH),
  v.check((name) => tagKey(name) !== '', EMPTY),
)

/** @returns the name as it is stored, or what is wrong with it */
export const parseTagName = (name: string): string | { readonly problem: string } => {
  const parsed = v.safeParse(TagNameSchema, name)
  return parsed.success ? parsed.output : { problem: parsed.issues[0].message }
}

/** «Alquiler» and «alquiler» are one tag; the first spelling stays. */
export const tagKey = (name: string): string => nameKey(name)

const TagSchema = v.object({
  id: IdSchema,
  name: v.string(),
  /** Archived ones count too. */
  documents: v.number(),
  templates: v.number(),
})
/** A tag of the account, with the number of documents and templates that have it. */
export type AccountTag = v.InferOutput<typeof TagSchema>

/** By name. */
export const listTagsCall = callOf('listTags', 'GET', '/home/api/tags/', {
  reply: v.object({ tags: v.array(TagSchema) }),
})

const TOO_MANY = `Elige como máximo ${FILES_AT_ONCE_MAX} a la vez`
const IdsSchema = v.optional(v.pipe(v.array(IdSchema), v.maxLength(FILES_AT_ONCE_MAX, TOO_MANY)), [])
const namesSchema = (max: number) =>
  v.optional(v.pipe(v.array(TagNameSchema), v.maxLength(max, `Usa como máximo ${max} etiquetas`)), [])

const ApplySchema = v.pipe(
  v.object({
    add: namesSchema(TAGS_EACH_MAX),
    remove: namesSchema(TAGS_MAX),
    documents: IdsSchema,
    templates: IdsSchema,
  }),
  v.check(({ add, remove }) => add.length + remove.length > 0, 'Di qué etiquetas agregar o quitar'),
  v.check(({ documents, templates }) => documents.length + templates.length > 0, 'Di en qué documentos o plantillas'),
  v.check(({ documents, templates }) => documents.length + templates.length <= FILES_AT_ONCE_MAX, TOO_MANY),
  v.check(({ add, remove }) => {
    const removed = new Set(remove.map(tagKey))
    return !add.some((name) => removed.has(tagKey(name)))
  }, 'La misma etiqueta no se puede agregar y quitar a la vez'),
)
export type TagChange = v.InferOutput<typeof ApplySchema>

/** All or nothing. Unknown names of `add` become tags of the account; unknown names of `remove` change nothing. */
export const applyTagsCall = callOf('applyTags', 'POST', '/home/api/tags/apply/', {
  body: ApplySchema,
  /** `changed`: documents and templates that got or lost a tag. */
  reply: v.object({ success: v.boolean(), changed: v.number() }),
})

const ONE = '/home/api/tags/:id/'

export const renameTagCall = callOf('renameTag', 'PUT', ONE, {
  params: IdParams,
  body: v.object({ name: TagNameSchema }),
  reply: TagSchema,
})

/** Documents and templates stay. */
export const deleteTagCall = callOf('deleteTag', 'DELETE', ONE, {
  params: IdParams,
  reply: v.object({ success: v.boolean() }),
})

/** Moves documents out of the groups or back: signing, reminders and sealing go on. All or nothing. */
export const archiveFilesCall = callOf('archiveFiles', 'POST', '/home/api/files/archive/', {
  body: v.object({
    documents: v.pipe(v.array(IdSchema), v.minLength(1, 'Di qué documentos'), v.maxLength(FILES_AT_ONCE_MAX, TOO_MANY)),
    archived: v.boolean(),
  }),
  /** `changed`: without those that were so before. */
  reply: v.object({ success: v.boolean(), changed: v.number() }),
})
