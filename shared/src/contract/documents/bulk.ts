import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'
import { IdSchema, InstantSchema } from '../values/ids.ts'
import { SENDING_DOCUMENTS_MAX } from '../values/sending-limits.ts'
import { FormColumnsSchema } from './form-columns.ts'
import { FORM_FIELDS_MAX } from './form-rules.ts'

/** Rows of a file, without titles and blank rows. */
export const BULK_ROWS_MAX = 10_000
/** Bytes. */
export const BULK_FILE_MAX = 3_000_000
/** Of a file; more are refused, not ignored. */
export const BULK_COLUMNS_MAX = 200
/** In a preview, which counts all of them. */
export const BULK_PROBLEMS_SHOWN = 100
/** First rows without a problem, as they would be sent. */
export const BULK_SAMPLE_ROWS = 5

const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4

const FileSchema = v.pipe(
  v.string(),
  v.nonEmpty('El archivo está vacío. Elige otro o pega las filas.'),
  v.maxLength(base64Length(BULK_FILE_MAX), 'El archivo pesa más de 3 MB. Divídelo en varios.'),
  v.base64('El archivo debe ir en base64.'),
)

const ColumnSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(BULK_COLUMNS_MAX - 1))
const RoleIdSchema = v.pipe(v.string(), v.regex(/^r[1-9]\d?$/))

/** A set counts the form fields of its templates one after the other. */
const SET_FORM_FIELDS_MAX = FORM_FIELDS_MAX * SENDING_DOCUMENTS_MAX
const FormFieldIndexSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SET_FORM_FIELDS_MAX - 1))

/** Columns count from 0; null is none. `field`: of the template's `form_columns`; without it, no value comes along. */
export const BulkMappingSchema = v.object({
  document_name: v.nullable(ColumnSchema),
  people: v.pipe(
    v.array(
      v.object({
        role: RoleIdSchema,
        name: v.nullable(ColumnSchema),
        email: v.nullable(ColumnSchema),
        certificate_identification: v.nullable(ColumnSchema),
      }),
    ),
    v.maxLength(50),
  ),
  form_fields: v.optional(
    v.pipe(
      v.array(v.object({ field: FormFieldIndexSchema, column: v.nullable(ColumnSchema) })),
      v.maxLength(SET_FORM_FIELDS_MAX),
    ),
    [],
  ),
})
export type BulkMapping = v.InferOutput<typeof BulkMappingSchema>

const ProblemSchema = v.object({ row: v.number(), column: v.nullable(v.string()), message: v.string() })
/** `row` as the spreadsheet counts, `column` by its title. Never repeats a value. */
export type BulkProblem = v.InferOutput<typeof ProblemSchema>

const PersonSchema = v.object({ role: v.string(), name: v.string(), email: v.string() })
const SampleValueSchema = v.object({ title: v.string(), value: v.string() })

/**
 * `rows`: of the file; `ready`: without problems; `missing`: data without a column, then no row is checked.
 * `documents`: of a set, how many the ready rows make; each row makes one sending.
 */
export const BulkPreviewSchema = v.object({
  encoding: v.string(),
  separator: v.string(),
  columns: v.array(v.string()),
  mapping: BulkMappingSchema,
  missing: v.array(v.string()),
  rows: v.number(),
  ready: v.number(),
  problem_rows: v.number(),
  documents: v.optional(v.number()),
  problems: v.array(ProblemSchema),
  sample: v.array(
    v.object({
      row: v.number(),
      name: v.string(),
      people: v.array(PersonSchema),
      values: v.optional(v.array(SampleValueSchema), []),
    }),
  ),
  form_columns: FormColumnsSchema,
  /** Of a set, a number that grows with each version of its templates. */
  template_version: v.number(),
})
export type BulkPreview = v.InferOutput<typeof BulkPreviewSchema>

const bulkStates = ['running', 'paused', 'stopped', 'cancelled', 'done'] as const
/** `stopped` has a reason and can be resumed, as `paused` can; `cancelled` and `done` are final. */
export type BulkState = (typeof bulkStates)[number]

const BulkJobSchema = v.object({
  id: IdSchema,
  template_id: IdSchema,
  template_name: v.string(),
  template_version: v.number(),
  state: v.picklist(bulkStates),
  reason: v.nullable(v.string()),
  total: v.number(),
  sent: v.number(),
  pending: v.number(),
  failed: v.number(),
  left_out: v.number(),
  cancelled: v.number(),
  created_at: InstantSchema,
  finished_at: v.nullable(InstantSchema),
})
export type BulkJob = v.InferOutput<typeof BulkJobSchema>

/** `file` in base64. Stores nothing; a job reads the file again. */
export const previewBulkCall = callOf('previewBulk', 'POST', '/home/api/templates/:id/bulk-preview/', {
  params: IdParams,
  body: v.object({ file: FileSchema, mapping: v.optional(BulkMappingSchema) }),
  reply: BulkPreviewSchema,
})

const NewBulkJobSchema = v.object({
  file: FileSchema,
  mapping: v.optional(BulkMappingSchema),
  template_version: v.optional(v.number()),
  leave_out_problems: v.optional(v.boolean(), false),
  request_key: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/))),
})
export type NewBulkJob = v.InferOutput<typeof NewBulkJobSchema>

/** Returns as soon as the rows are stored. A repeated `request_key` returns the first job. */
export const createBulkJobCall = callOf('createBulkJob', 'POST', '/home/api/templates/:id/bulk-jobs/', {
  params: IdParams,
  body: NewBulkJobSchema,
  reply: BulkJobSchema,
})

/** The newest 50. */
export const listBulkJobsCall = callOf('listBulkJobs', 'GET', '/home/api/bulk-jobs/', {
  reply: v.object({ jobs: v.array(BulkJobSchema) }),
})

export const getBulkJobCall = callOf('getBulkJob', 'GET', '/home/api/bulk-jobs/:id/', {
  params: IdParams,
  reply: BulkJobSchema,
})

/** Resuming sends the template's newest version. Repeating an action is no error. */
export const changeBulkJobCall = callOf('changeBulkJob', 'POST', '/home/api/bulk-jobs/:id/state/', {
  params: IdParams,
  body: v.object({ action: v.picklist(['pause', 'resume', 'cancel']) }),
  reply: BulkJobSchema,
})

/** CSV in UTF-8 with a byte order mark, in the separator of the file. Cells cannot begin a formula. */
export const bulkResultCall = callOf('bulkResult', 'GET', '/home/api/bulk-jobs/:id/result/', {
  params: IdParams,
  reply: v.unknown(),
})
