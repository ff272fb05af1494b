import * as v from 'valibot'
import { IdParamSchema, IdSchema, InstantSchema } from '../index.ts'
import { callOf } from '../values/call-of.ts'
import { TokenParam } from '../values/token.ts'
// From the index: the modules of every page stay in one chunk.
import { ChangeEmailSchema } from './account-security.ts'

/** Besides the address of the account, pending ones included. */
export const OTHER_ADDRESSES_MAX = 5

/** An address of the account besides its main one. Login, codes and notices use the main address alone. */
export const OtherAddressSchema = v.object({
  id: IdSchema,
  email: v.string(),
  /** Null while its mailed link waits. */
  confirmed_at: v.nullable(InstantSchema),
  /** Of the link; the address is forgotten then. Null once it is confirmed. */
  expires_at: v.nullable(InstantSchema),
})
export type OtherAddress = v.InferOutput<typeof OtherAddressSchema>

export const listAddressesCall = callOf('listAddresses', 'GET', '/api/auth/addresses/', {
  reply: v.object({ addresses: v.array(OtherAddressSchema) }),
})

/** Mails a link. Repeated for a pending address, it replaces the link. The answer does not depend on other accounts. */
export const addAddressCall = callOf('addAddress', 'POST', '/api/auth/addresses/', {
  body: ChangeEmailSchema,
  reply: OtherAddressSchema,
})

/** With the link and a session of the account that asked for it. */
export const confirmAddressCall = callOf('confirmAddress', 'POST', '/api/auth/addresses/confirm/', {
  body: TokenParam,
  reply: OtherAddressSchema,
})

/** Links that the account opened by this address end at once. */
export const removeAddressCall = callOf('removeAddress', 'DELETE', '/api/auth/addresses/:addressId/', {
  params: v.object({ addressId: IdParamSchema }),
  reply: v.object({ success: v.boolean() }),
})
