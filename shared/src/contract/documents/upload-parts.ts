import * as v from 'valibot'
import { MAX_LENGTHS } from '../values/limits.ts'
import { visibleText } from '../values/visible-name.ts'

/** They precede the file part. */
export const UploadPartsSchema = v.object({
  file_type_id: v.pipe(
    v.string(),
    v.nonEmpty('Por favor selecciona un tipo de archivo'),
    v.toNumber(),
    v.picklist([1, 2], 'Por favor selecciona un tipo de archivo'),
  ),
  description: v.optional(visibleText(MAX_LENGTHS.description), ''),
  notes: v.optional(visibleText(MAX_LENGTHS.notes), ''),
  /** The user agreed to remove active content. */
  clean: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
    'false',
  ),
})
