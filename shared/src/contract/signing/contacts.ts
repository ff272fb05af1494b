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
