import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'
import { MAX_LENGTHS } from '../values/limits.ts'
import { visibleText } from '../values/visible-name.ts'
import { UserFileSchema } from './files.ts'

/** The fields of the upload's form (specification, section 3), stated later after an upload without a form. */
const FileDetailsSchema = v.object({
  file_type_id: v.picklist([1, 2], 'Por favor selecciona un tipo de archivo'),
  description: visibleText(MAX_LENGTHS.description),
  notes: visibleText(MAX_LENGTHS.notes),
})
export type FileDetails = v.InferOutput<typeof FileDetailsSchema>

/** Replaces all three. The PDF, its name and its signatures stay as they are. */
export const changeFileCall = callOf('changeFile', 'PUT', '/home/api/files/:id/details/', {
  params: IdParams,
  body: FileDetailsSchema,
  reply: UserFileSchema,
})
