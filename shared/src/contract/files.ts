import * as v from 'valibot'
import { defineCall } from './call.ts'
import { IdParamSchema, IdSchema, InstantSchema } from './ids.ts'

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
  pages: v.number(),
  fields_total: v.number(),
  fields_signed: v.number(),
})
export type UserFile = v.InferOutput<typeof UserFileSchema>

const FileParams = v.object({ id: IdParamSchema })

export const uploadFileCall = defineCall({
  name: 'uploadFile',
  method: 'POST',
  path: '/home/api/files/',
  summary: 'Stores a PDF (multipart: file, file_type_id, description, notes)',
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
})

export const listFilesCall = defineCall({
  name: 'listFiles',
  method: 'GET',
  path: '/home/api/files/',
  summary: "The session's documents, newest first",
  reply: v.array(UserFileSchema),
})

export const deleteFileCall = defineCall({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/home/api/files/:id/delete_file/',
  summary: 'Deletes a document of the session',
  params: FileParams,
  reply: v.object({ success: v.boolean() }),
})

/** Answers PDF bytes (with range requests), not JSON. */
export const downloadFileCall = defineCall({
  name: 'downloadFile',
  method: 'GET',
  path: '/home/api/files/:id/public_download',
  summary: 'The PDF in its newest revision: for the owner, a guest of the document, or anyone while it is shared',
  params: FileParams,
  reply: v.unknown(),
})

export const sendPdfEmailCall = defineCall({
  name: 'sendPdfEmail',
  method: 'POST',
  path: '/home/api/files/:id/send-pdf-email',
  summary: 'Mails the newest revision to someone who has a field in it',
  params: FileParams,
  body: v.object({ email: v.pipe(v.string(), v.trim(), v.maxLength(254)) }),
  reply: v.object({ success: v.boolean() }),
})
