import * as v from 'valibot'
import { defineCall } from '../values/call.ts'
import { IdParamSchema, IdSchema } from '../values/ids.ts'
import { MAX_LENGTHS } from '../values/limits.ts'

const CONTACTS_OFFERED = 8
export const CONTACTS_LISTED = 100

const ContactSchema = v.object({ id: IdSchema, name: v.string(), email: v.string() })
export type Contact = v.InferOutput<typeof ContactSchema>

const PATH = '/home/api/contacts/'
const Done = v.object({ success: v.boolean() })

export const findContactsCall = defineCall({
  name: 'findContacts',
  method: 'GET',
  path: PATH,
  query: v.object({
    q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTHS.search)), ''),
    limit: v.optional(
      v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.toNumber(), v.minValue(1), v.maxValue(CONTACTS_LISTED)),
      String(CONTACTS_OFFERED),
    ),
  }),
  reply: v.object({ contacts: v.array(ContactSchema), total: v.number() }),
})

export const forgetContactCall = defineCall({
  name: 'forgetContact',
  method: 'DELETE',
  path: `${PATH}:contactId/`,
  params: v.object({ contactId: IdParamSchema }),
  reply: Done,
})

export const forgetContactsCall = defineCall({
  name: 'forgetContacts',
  method: 'DELETE',
  path: PATH,
  reply: Done,
})
