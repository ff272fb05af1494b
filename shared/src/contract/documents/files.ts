import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { SigningModeSchema } from '../values/document-mode.ts'
import { IdParams } from '../values/id-params.ts'
import { IdSchema, InstantSchema } from '../values/ids.ts'
import { MAX_LENGTHS } from '../values/limits.ts'
import { PublicLinkSchema, publicLinkModes } from './public-links.ts'

/** The specification's 10 MB. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
export const PDF_MIME_TYPE = 'application/pdf'

/** The specification's list. Only PDFs (id 1) are accepted. */
export const fileTypes = [
  { id: 1, name: 'PDF', extensions: ['pdf'], max_size_mb: 10, premium: false },
  { id: 2, name: 'Documentos', extensions: ['doc', 'docx'], max_size_mb: 10, premium: false },
] as const

/** The specification's values. A deadline that passed is not a status: it is derived from `deadline`. */
export const fileStatuses = ['UPLOADED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const
export type FileStatus = (typeof fileStatuses)[number]

/** Whose signature is next; `owner` if both. */
export const waitsForValues = ['owner', 'others'] as const
export type WaitsFor = (typeof waitsForValues)[number]

/** `normalised`: repaired, or opened with its password; `cleaned`: active content removed. */
export const rewrites = ['normalised', 'cleaned'] as const
export type Rewrite = (typeof rewrites)[number]

const SignerSchema = v.object({
  field_id: IdSchema,
  /** Equal for the fields of one person (`signerKey`); counts from 0 in each document. */
  person: v.optional(v.number()),
  name: v.string(),
  invited_at: v.nullable(InstantSchema),
  signed_at: v.nullable(InstantSchema),
  /** The name is stated, not proven. */
  by_public_link: v.optional(v.boolean()),
  signed_with: v.optional(v.string()),
})
/** As the list shows it: one of each field. */
export type Signer = v.InferOutput<typeof SignerSchema>

/** A document as the specification names it. Optional properties are ours: earlier servers do not send them. */
export const UserFileSchema = v.object({
  id: IdSchema,
  original_filename: v.string(),
  description: v.string(),
  notes: v.string(),
  file_type_id: v.number(),
  file_size_mb: v.number(),
  uploaded_at: InstantSchema,
  status: v.picklist(fileStatuses),
  is_signed: v.boolean(),
  download_url: v.string(),
  /** Anyone with the public URL can read the document. */
  is_shared: v.boolean(),
  public_link: v.optional(v.nullable(PublicLinkSchema)),
  pages: v.number(),
  fields_total: v.number(),
  fields_signed: v.number(),
  /** In field order; may repeat a person. */
  signers: v.array(SignerSchema),
  /** Who approves or reads without a field. Absent without such people. */
  participants: v.optional(
    v.array(
      v.object({
        id: IdSchema,
        kind: v.picklist(['visto_bueno', 'lectura']),
        name: v.string(),
        invited_at: v.nullable(InstantSchema),
        answered_at: v.nullable(InstantSchema),
      }),
    ),
  ),
  /** Newest revision, from 1. Serves as a cache key. */
  revision: v.number(),
  /** Hexadecimal. */
  sha256: v.string(),
  /** Such an upload is stored unchanged. */
  foreign_signatures: v.number(),
  /** A repaired or opened file also keeps its original bytes. */
  rewritten: v.nullable(v.picklist(rewrites)),
  /** With `normalised`: the upload needs a password, and its copy does not. Absent otherwise. */
  opened: v.optional(v.boolean()),
  /** Upload replies only. */
  drawings_hidden: v.optional(v.boolean()),
  /** Upload replies only: the verifier could not confirm the signatures of the file. */
  signatures_doubted: v.optional(v.boolean()),
  /** Upload replies only. */
  broken_links: v.optional(v.object({ count: v.number(), example: v.string(), page: v.nullable(v.number()) })),
  /**
   * Seal job; null when done. `failed`: the owner can retry.
   * `reason` is Spanish.
   */
  sealing: v.nullable(v.object({ state: v.picklist(['pending', 'failed']), reason: v.nullable(v.string()) })),
  /** `by`: the guest who declined; null for the owner. */
  cancelled: v.nullable(v.object({ at: InstantSchema, by: v.nullable(v.string()), reason: v.string() })),
  /** Null for drafts, and after the last signature. */
  waits_for: v.optional(v.nullable(v.picklist(waitsForValues))),
  signing_mode: SigningModeSchema,
  /** `date`: the last day to sign, in Costa Rica. */
  deadline: v.optional(v.nullable(v.object({ date: v.string(), expired: v.boolean() }))),
  /** Names, in their order. Absent without tags. */
  tags: v.optional(v.array(v.string())),
  /** Absent unless archived. */
  archived_at: v.optional(InstantSchema),
  /** Of all people whom the document asks; absent without questions. */
  questions: v.optional(v.object({ threads: v.number(), unanswered: v.number() })),
  /** Of which it is a part; `position` counts from 1. Absent for a document that stands alone. */
  sending: v.optional(v.object({ id: IdSchema, position: v.number(), documents: v.number() })),
  template_edit: v.optional(v.object({ template_id: IdSchema, name: v.string(), version: v.number() })),
})
export type UserFile = v.InferOutput<typeof UserFileSchema>

/** Text parts (`UploadPartsSchema`) precede the file. Failures are `FileErrorSchema`. */
export const uploadFileCall = callOf('uploadFile', 'POST', '/home/api/files/', {
  encoding: 'multipart',
  reply: UserFileSchema,
})

/** The specification's call: all documents, without pages. Pages of ours use `findFilesCall`. */
export const listFilesCall = callOf('listFiles', 'GET', '/home/api/files/', { reply: v.array(UserFileSchema) })

/** Documents and templates that one call tags or archives. */
export const FILES_AT_ONCE_MAX = 100

export const fileSorts = ['newest', 'oldest', 'name'] as const
export type FileSort = (typeof fileSorts)[number]

/** Default; a client may ask for up to 100. */
export const FILES_PAGE_SIZE = 24
const FILES_PAGE_MAX = 100

/** Any parameter at all makes it a query with pages (`listFilesCall` has none). */
export const FilesQuerySchema = v.object({
  /**
   * Words in name, description, notes or a signer's name.
   * Ignores case and accents.
   */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTHS.search))),
  /** Exact name; ignores case, accents and '.pdf'. */
  name: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_LENGTHS.filenameQuery))),
  status: v.optional(v.picklist(fileStatuses)),
  expired: v.optional(v.literal('true')),
  signed: v.optional(v.literal('true')),
  waits_for: v.optional(v.picklist(waitsForValues)),
  /** Name of a tag of the account; ignores case and accents. */
  tag: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_LENGTHS.search))),
  /** Without it: all. */
  archived: v.optional(v.picklist(['true', 'false'])),
  counts: v.optional(v.literal('true')),
  sort: v.optional(v.picklist(fileSorts), 'newest'),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.toNumber(), v.minValue(1), v.maxValue(FILES_PAGE_MAX)),
    String(FILES_PAGE_SIZE),
  ),
  /** `next_cursor` of the same query. */
  cursor: v.optional(v.pipe(v.string(), v.maxLength(4000))),
})

const GroupCountsSchema = v.object({
  all: v.number(),
  owner: v.number(),
  others: v.number(),
  completed: v.number(),
  /** In no other group. Earlier servers do not send it. */
  archived: v.optional(v.number()),
  /** Entries of the account's inbox; absent without any. */
  inbox: v.optional(v.number()),
})
export type GroupCounts = v.InferOutput<typeof GroupCountsSchema>

const FilesPageSchema = v.object({
  documents: v.array(UserFileSchema),
  next_cursor: v.nullable(v.string()),
  counts: v.optional(GroupCountsSchema),
  /** With `counts`: names of all tags of the account. */
  tags: v.optional(v.array(v.string())),
  /** Place in the account's events before the documents were read. */
  events_at: v.optional(v.string()),
})
export type FilesPage = v.InferOutput<typeof FilesPageSchema>

/** Same path as `listFilesCall`; a query gives pages. */
export const findFilesCall = callOf('findFiles', 'GET', '/home/api/files/', {
  query: FilesQuerySchema,
  reply: FilesPageSchema,
})

export const getFileCall = callOf('getFile', 'GET', '/home/api/files/:id/', {
  params: IdParams,
  reply: UserFileSchema,
})

const SHARE_PATH = '/home/api/files/:id/share/'

const ShareFileSchema = v.optional(
  v.object({
    mode: v.optional(v.picklist(publicLinkModes), 'read'),
    email_code: v.optional(v.boolean(), false),
  }),
  {},
)

/** Also changes the mode. Idempotent. */
export const shareFileCall = callOf('shareFile', 'POST', SHARE_PATH, {
  params: IdParams,
  body: ShareFileSchema,
  reply: UserFileSchema,
})

/** Guests with a valid invitation keep access. Idempotent. */
export const unshareFileCall = callOf('unshareFile', 'DELETE', SHARE_PATH, {
  params: IdParams,
  reply: UserFileSchema,
})

/** Says that something changed, not what: the page asks again. */
export const FileEventSchema = v.object({
  kind: v.picklist(['created', 'changed', 'deleted']),
  document_id: IdSchema,
})
export type FileEvent = v.InferOutput<typeof FileEventSchema>

/** Equal to `events_at` of a page that misses nothing. */
export const EVENTS_AT_HEADER = 'trazo-events-at'

/** Sends `text/event-stream`; each event's data is a `FileEvent`. */
export const fileEventsCall = callOf('fileEvents', 'GET', '/home/api/files/events', { reply: v.unknown() })

/** Hides the document at once; erased after the retention period. */
export const deleteFileCall = callOf('deleteFile', 'DELETE', '/home/api/files/:id/delete_file/', {
  params: IdParams,
  reply: v.object({ success: v.boolean() }),
})

/** PDF bytes, with range requests. */
export const downloadFileCall = callOf('downloadFile', 'GET', '/home/api/files/:id/public_download', {
  params: IdParams /** `original`: the uploaded bytes, for the owner only. */,
  query: v.object({ revision: v.optional(v.picklist(['newest', 'original']), 'newest') }),
  reply: v.unknown(),
})

/** Only to the owner or a signer with access: the address must be one of the document's. */
export const sendPdfEmailCall = callOf('sendPdfEmail', 'POST', '/home/api/files/:id/send-pdf-email', {
  params: IdParams,
  body: v.object({ email: v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTHS.email)) }),
  reply: v.object({ success: v.boolean() }),
})
