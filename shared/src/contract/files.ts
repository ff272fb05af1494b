import * as v from 'valibot'
import { defineCall } from './call.ts'
import { IdParamSchema, IdSchema, InstantSchema } from './ids.ts'
import { PublicLinkSchema, publicLinkModes } from './public-links.ts'

/** Largest upload, in bytes (10 MB). */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
export const PDF_MIME_TYPE = 'application/pdf'

/** File types, fixed in the interface; the first is preselected. Uploads are PDF only, as the validation rules. */
export const fileTypes = [
  { id: 1, name: 'PDF', extensions: ['pdf'], max_size_mb: 10, premium: false },
  { id: 2, name: 'Documentos', extensions: ['doc', 'docx'], max_size_mb: 10, premium: false },
] as const

/** Processing state of a document; `is_signed` is told apart from it. */
export const fileStatuses = ['UPLOADED', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const
export type FileStatus = (typeof fileStatuses)[number]

/** Why a stored document is not the upload, byte for byte: it was damaged, or active content was taken out of it. */
export const rewrites = ['normalised', 'cleaned'] as const
export type Rewrite = (typeof rewrites)[number]

/** Someone who signs a field: awaited until `signed_at`. */
export const SignerSchema = v.object({
  field_id: IdSchema,
  name: v.string(),
  /** When an invitation that still stands was sent last. */
  invited_at: v.nullable(InstantSchema),
  signed_at: v.nullable(InstantSchema),
  /** Signed by the public URL: the name is what the person stated. */
  by_public_link: v.optional(v.boolean()),
})
export type Signer = v.InferOutput<typeof SignerSchema>

export const UserFileSchema = v.object({
  id: IdSchema,
  original_filename: v.string(),
  description: v.string(),
  notes: v.string(),
  file_type_id: v.number(),
  file_size_mb: v.number(),
  uploaded_at: InstantSchema,
  status: v.picklist(fileStatuses),
  /** True when the document has fields and every one is signed. */
  is_signed: v.boolean(),
  download_url: v.string(),
  /** Whoever has the address may read it: a public URL was generated, and sharing has not been ended. */
  is_shared: v.boolean(),
  /** What its public URL allows; null where it has none. */
  public_link: v.optional(v.nullable(PublicLinkSchema)),
  pages: v.number(),
  fields_total: v.number(),
  fields_signed: v.number(),
  /** Who signs, in the order of the fields; one person may stand here more than once. */
  signers: v.array(SignerSchema),
  /** Number of the newest revision, from 1. Whatever was made from a revision stays true while it has this number. */
  revision: v.number(),
  /** SHA-256 of its bytes, hexadecimal. */
  sha256: v.string(),
  /** Signatures that the file carried when it was uploaded; such a file is kept as it came, byte for byte. */
  foreign_signatures: v.number(),
  /** What was done to the upload before it was stored; the bytes as they came are kept beside a normalised one. */
  rewritten: v.nullable(v.picklist(rewrites)),
  /** In the answer to an upload alone: some readers will not show the drawings of signatures in it. */
  drawings_hidden: v.optional(v.boolean()),
  /**
   * The work of closing the document after its last signature, until it is done: under way, or given up until the owner
   * asks for another attempt. `reason`: why the last attempt failed, in Spanish.
   */
  sealing: v.nullable(v.object({ state: v.picklist(['pending', 'failed']), reason: v.nullable(v.string()) })),
  /** Where the status is CANCELLED. `by`: the guest who declined; null where the owner called it off. */
  cancelled: v.nullable(v.object({ at: InstantSchema, by: v.nullable(v.string()), reason: v.string() })),
})
export type UserFile = v.InferOutput<typeof UserFileSchema>

const FileParams = v.object({ id: IdParamSchema })

export const uploadFileCall = defineCall({
  name: 'uploadFile',
  method: 'POST',
  path: '/home/api/files/',
  encoding: 'multipart',
  reply: UserFileSchema,
})

/** The text parts of the upload; they come before the file part. */
export const UploadPartsSchema = v.object({
  file_type_id: v.pipe(
    v.string(),
    v.nonEmpty('Por favor selecciona un tipo de archivo'),
    v.toNumber(),
    v.picklist([1, 2], 'Por favor selecciona un tipo de archivo'),
  ),
  description: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000)), ''),
  notes: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(4000)), ''),
  /** The person was told what is in the file and wants it taken out. */
  clean: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
    'false',
  ),
})

export const listFilesCall = defineCall({
  name: 'listFiles',
  method: 'GET',
  path: '/home/api/files/',
  reply: v.array(UserFileSchema),
})

export const fileSorts = ['newest', 'oldest', 'name'] as const
export type FileSort = (typeof fileSorts)[number]

/** Documents on one page of the list: as a rule, and at most. */
export const FILES_PAGE_SIZE = 24
const FILES_PAGE_MAX = 100
/** Characters: more than the longest name has. */
const NAME_QUERY_MAX = 400

/** Which documents, in which order, and where to go on. */
export const FilesQuerySchema = v.object({
  /** Words that stand in name, description, notes or the name of someone who signs; case and accents do not matter. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  /** Only documents of this name; case, accents and '.pdf' do not matter. */
  name: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NAME_QUERY_MAX))),
  status: v.optional(v.picklist(fileStatuses)),
  /** Only what every one has signed. */
  signed: v.optional(v.literal('true')),
  sort: v.optional(v.picklist(fileSorts), 'newest'),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.toNumber(), v.minValue(1), v.maxValue(FILES_PAGE_MAX)),
    String(FILES_PAGE_SIZE),
  ),
  /** `next_cursor` of the page before, for the same words, filters and order. */
  cursor: v.optional(v.pipe(v.string(), v.maxLength(4000))),
})

export const FilesPageSchema = v.object({
  documents: v.array(UserFileSchema),
  /** Null on the last page. */
  next_cursor: v.nullable(v.string()),
})
export type FilesPage = v.InferOutput<typeof FilesPageSchema>

/** The same address as `listFilesCall`, with at least one parameter. */
export const findFilesCall = defineCall({
  name: 'findFiles',
  method: 'GET',
  path: '/home/api/files/',
  query: FilesQuerySchema,
  reply: FilesPageSchema,
})

export const getFileCall = defineCall({
  name: 'getFile',
  method: 'GET',
  path: '/home/api/files/:id/',
  params: FileParams,
  reply: UserFileSchema,
})

const SHARE_PATH = '/home/api/files/:id/share/'

/** Without a mode the URL is for reading alone. */
export const ShareFileSchema = v.optional(
  v.object({
    mode: v.optional(v.picklist(publicLinkModes), 'read'),
    email_code: v.optional(v.boolean(), false),
  }),
  {},
)

/** Generates the public URL, or changes what it allows. Asked for again it changes nothing. */
export const shareFileCall = defineCall({
  name: 'shareFile',
  method: 'POST',
  path: SHARE_PATH,
  params: FileParams,
  body: ShareFileSchema,
  reply: UserFileSchema,
})

/** Guests with an invitation that stands go on reading. Asked for again it changes nothing. */
export const unshareFileCall = defineCall({
  name: 'unshareFile',
  method: 'DELETE',
  path: SHARE_PATH,
  params: FileParams,
  reply: UserFileSchema,
})

/** Something happened to a document of the session. Whoever shows it asks for it again. */
export const FileEventSchema = v.object({
  kind: v.picklist(['created', 'changed', 'deleted']),
  document_id: IdSchema,
})
export type FileEvent = v.InferOutput<typeof FileEventSchema>

/** Answers `text/event-stream`: a `FileEvent` as the data of each event, comments in between, until it ends. */
export const fileEventsCall = defineCall({
  name: 'fileEvents',
  method: 'GET',
  path: '/home/api/files/events',
  reply: v.unknown(),
})

export const deleteFileCall = defineCall({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/home/api/files/:id/delete_file/',
  params: FileParams,
  reply: v.object({ success: v.boolean() }),
})

/** Answers PDF bytes (with range requests), not JSON. */
export const downloadFileCall = defineCall({
  name: 'downloadFile',
  method: 'GET',
  path: '/home/api/files/:id/public_download',
  params: FileParams,
  /** `original`: as it was uploaded, for the owner alone. */
  query: v.object({ revision: v.optional(v.picklist(['newest', 'original']), 'newest') }),
  reply: v.unknown(),
})

export const sendPdfEmailCall = defineCall({
  name: 'sendPdfEmail',
  method: 'POST',
  path: '/home/api/files/:id/send-pdf-email',
  params: FileParams,
  body: v.object({ email: v.pipe(v.string(), v.trim(), v.maxLength(254)) }),
  reply: v.object({ success: v.boolean() }),
})
