import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdSchema } from '../values/ids.ts'
import { TokenSchema } from '../values/token.ts'

/** How the person's list of documents is shown, on every device. */
export const documentsViews = ['cards', 'list'] as const
export type DocumentsView = (typeof documentsViews)[number]

export const UserSchema = v.object({
  id: IdSchema,
  username: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  phone: v.string(),
  profile: v.object({ country: v.string(), city: v.string(), company: v.string() }),
  documents_view: v.optional(v.picklist(documentsViews)),
})
export type User = v.InferOutput<typeof UserSchema>

/** The specification's reply; `expires_in` in seconds. */
export const TokensSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  token_type: v.string(),
  expires_in: v.number(),
  scope: v.string(),
})
export type Tokens = v.InferOutput<typeof TokensSchema>

export const SessionReplySchema = v.object({ ...TokensSchema.entries, user: UserSchema })
export type SessionReply = v.InferOutput<typeof SessionReplySchema>

export const logoutCall = callOf('logout', 'POST', '/api/auth/logout/', { reply: v.object({ success: v.boolean() }) })

/** A refresh token works once; using it again ends the session, because it may be stolen. */
export const refreshCall = callOf('refresh', 'POST', '/api/auth/refresh/', {
  body: v.object({ refresh_token: TokenSchema }),
  reply: v.object({ ...TokensSchema.entries, refresh_token: v.optional(v.string()) }),
})

export const profileCall = callOf('profile', 'GET', '/api/auth/profile/complete/', { reply: UserSchema })
