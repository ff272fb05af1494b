import * as v from 'valibot'
import { IdParamSchema } from './ids.ts'

/** Of a document or a template. */
export const IdParams = v.object({ id: IdParamSchema })

export const FieldIdParams = v.object({ fieldId: IdParamSchema })
