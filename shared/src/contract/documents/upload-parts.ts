import * as v from 'valibot'
import { MAX_LENGTHS } from '../values/limits.ts'
import { visibleText } from '../values/visible-name.ts'

/** Bytes in UTF-8 (ISO 32000-2, 7.6.4.3.3). */
const PDF_PASSWORD_MAX_BYTES = 127

/** Of an encrypted PDF. Every character counts, also spaces at its ends. */
const PdfPasswordSchema = v.pipe(
  v.string(),
  v.maxBytes(PDF_PASSWORD_MAX_BYTES, 'La contraseña de un PDF tiene 127 bytes como máximo.'),
  v.regex(/^\P{Cc}*$/u, 'La contraseña tiene caracteres que no se pueden escribir.'),
)

const agreement = v.optional(
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
  'false',
)

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
  clean: agreement,
  /** The user agreed that a copy without protection is signed. Without it, `password` is not tried. */
  opened_copy: agreement,
  /** Ignored if the file opens without one. Never stored or logged. */
  password: v.optional(PdfPasswordSchema, ''),
})
