import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { EmailSchema } from '../values/email.ts'
import { IdParamSchema, IdSchema } from '../values/ids.ts'
import { MAX_LENGTHS } from '../values/limits.ts'
import { SignerNameSchema } from '../values/signer-name.ts'

/** Rows of the list under a field. */
const CONTACTS_OFFERED = 8
/** Of one answer at most, for the page that manages contacts. */
export const CONTACTS_LISTED = 100
/** Rows of an imported file, without titles and blank rows. */
export const CONTACTS_IMPORTED_MAX = 1000
/** Bytes: 1,000 rows of the longest names and addresses. */
export const CONTACTS_FILE_MAX = 400_000

const ContactSchema = v.object({ id: IdSchema, name: v.string(), email: v.string() })
export type Contact = v.InferOutput<typeof ContactSchema>

const PATH = '/home/api/contacts/'
const Done = v.object({ success: v.boolean() })

/** `total` counts all matches, beyond `limit`. */
export const findContactsCall = callOf('findContacts', 'GET', PATH, {
  query: v.object({
    q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTHS.search)), ''),
    limit: v.optional(
      v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.toNumber(), v.minValue(1), v.maxValue(CONTACTS_LISTED)),
      String(CONTACTS_OFFERED),
    ),
  }),
  reply: v.object({ contacts: v.array(ContactSchema), total: v.number() }),
})

export const ContactPersonSchema = v.object({ name: SignerNameSchema, email: EmailSchema })

/** A known address gets the new name. */
export const addContactCall = callOf('addContact', 'POST', PATH, { body: ContactPersonSchema, reply: ContactSchema })

const ContactsImportSchema = v.object({
  /** 0 in a preview. */
  saved: v.number(),
  /** Rows without a problem. */
  ready: v.number(),
  /** The first of them. */
  sample: v.array(v.object({ row: v.number(), name: v.string(), email: v.string() })),
  /** Never repeat a value. */
  problems: v.array(v.object({ row: v.number(), message: v.string() })),
})
export type ContactsImport = v.InferOutput<typeof ContactsImportSchema>

const TOO_LARGE = 'El archivo pesa más de 400 kB. Divídelo en varios.'

/**
 * `file` in base64: a CSV with one person in a row. Titles are optional if one cell of the first row is an address.
 * Rows without a problem are saved, so the corrected file can be imported again. `row` counts as the spreadsheet does.
 */
export const importContactsCall = callOf('importContacts', 'POST', `${PATH}import/`, {
  body: v.object({
    file: v.pipe(
      v.string(),
      v.nonEmpty('El archivo está vacío. Elige otro.'),
      v.maxLength(Math.ceil(CONTACTS_FILE_MAX / 3) * 4, TOO_LARGE),
      v.base64('El archivo debe ir en base64.'),
    ),
    /** Stores nothing. */
    preview: v.optional(v.boolean(), false),
  }),
  reply: ContactsImportSchema,
})

/** Documents and invitations keep the name and address that they were sent with. */
export const changeContactCall = callOf('changeContact', 'PUT', `${PATH}:contactId/`, {
  params: v.object({ contactId: IdParamSchema }),
  body: ContactPersonSchema,
  reply: ContactSchema,
})

export const forgetContactCall = callOf('forgetContact', 'DELETE', `${PATH}:contactId/`, {
  params: v.object({ contactId: IdParamSchema }),
  reply: Done,
})

export const forgetContactsCall = callOf('forgetContacts', 'DELETE', PATH, { reply: Done })
