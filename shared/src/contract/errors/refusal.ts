import * as v from 'valibot'
import type { ErrorCode } from './errors.ts'

/** Accepts unknown codes of a newer server: the text travels with them. */
export const RefusalSchema = v.object({
  code: v.custom<ErrorCode>((code) => typeof code === 'string'),
  message: v.string(),
  /** Path in the body → Spanish message. */
  fields: v.optional(v.record(v.string(), v.string())),
  request_id: v.optional(v.string()),
})

/** The specification's values. */
export const uploadErrorTypes = [
  'PDF_VALIDATION_ERROR',
  'FILE_TYPE_ERROR',
  'FILE_SIZE_ERROR',
  'UPLOAD_ERROR',
  'PERMISSION_ERROR',
  'DELETE_ERROR',
  'UNEXPECTED_ERROR',
] as const

/** The specification's body for uploads, whose texts the page shows as they are. */
export const FileErrorSchema = v.object({
  error_code: v.string(),
  error_type: v.picklist(uploadErrorTypes),
  title: v.string(),
  message: v.string(),
  suggestion: v.string(),
  details: v.optional(v.nullable(v.string()), null),
  timestamp: v.string(),
  user_action_required: v.boolean(),
  /** A second upload with `clean` can remove the findings. */
  can_clean: v.optional(v.boolean(), false),
  /** A second upload with `password` and `opened` can open the file. */
  can_open: v.optional(v.boolean()),
})
export type FileError = v.InferOutput<typeof FileErrorSchema>
