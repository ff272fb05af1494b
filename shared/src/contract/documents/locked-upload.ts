import * as v from 'valibot'
import { UploadPartsSchema } from './upload-parts.ts'

/** In UTF-8 (ISO 32000-2, 7.6.4.3.3). */
const PDF_PASSWORD_MAX_BYTES = 127

/** Parts of an upload, with those that open an encrypted PDF. For the server: the form of the page has none of them. */
export const LockedUploadPartsSchema = v.object({
  ...UploadPartsSchema.entries,
  /** The user agreed that a copy without protection is signed. Without it, `password` is not tried. */
  opened: UploadPartsSchema.entries.clean,
  /** Every character counts, also spaces at its ends. Ignored if the file opens without one. Never stored or logged. */
  password: v.optional(
    v.pipe(
      v.string(),
      v.maxBytes(PDF_PASSWORD_MAX_BYTES, 'La contraseña de un PDF tiene 127 bytes como máximo.'),
      v.regex(/^\P{Cc}*$/u, 'La contraseña tiene caracteres que no se pueden escribir.'),
    ),
    '',
  ),
})
