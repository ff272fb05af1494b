import * as v from 'valibot'
import { defineCall } from './call.ts'
import { IdParamSchema, IdSchema } from './ids.ts'
import { EmailSchema } from './session.ts'

/** What anybody with a document's public URL may do. A signature by link freezes the document. */
export const publicLinkModes = ['read', 'sign'] as const
export type PublicLinkMode = (typeof publicLinkModes)[number]

export const PublicLinkSchema = v.object({
  mode: v.picklist(publicLinkModes),
  /** Who signs by it has to type a code that was mailed to the address that they state. */
  email_code: v.boolean(),
})
export type PublicLink = v.InferOutput<typeof PublicLinkSchema>

/** How signatures by public link are marked wherever they are shown. */
export const BY_PUBLIC_LINK = 'por enlace público, identidad declarada'

/** Digits of the code that a public-link signer receives by e-mail. */
export const LINK_CODE_LENGTH = 6

/** What a public URL allows. 404 for a document that has none. */
export const publicLinkCall = defineCall({
  name: 'publicLink',
  method: 'GET',
  path: '/home/api/files/:id/public_link/',
  params: v.object({ id: IdParamSchema }),
  reply: PublicLinkSchema,
})

/** Mails a code to who wants to sign by a public URL whose owner requires one. */
export const linkCodeCall = defineCall({
  name: 'linkCode',
  method: 'POST',
  path: '/home/api/agent-sessions/code/',
  body: v.object({ user_file_id: IdSchema, email: EmailSchema }),
  reply: v.object({ success: v.boolean() }),
})
