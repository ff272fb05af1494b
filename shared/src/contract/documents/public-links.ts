import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { SigningModeSchema } from '../values/document-mode.ts'
import { EmailSchema } from '../values/email.ts'
import { IdParams } from '../values/id-params.ts'
import { IdSchema } from '../values/ids.ts'

/** A signature by public link freezes the document. */
export const publicLinkModes = ['read', 'sign'] as const
export type PublicLinkMode = (typeof publicLinkModes)[number]

export const PublicLinkSchema = v.object({
  mode: v.picklist(publicLinkModes),
  /** Requires a code mailed to the stated address. */
  email_code: v.boolean(),
})
export type PublicLink = v.InferOutput<typeof PublicLinkSchema>

/**
 * Why the link takes no more fields: signatures, a
 * signing order, too many fields, or a past deadline.
 */
const linkClosings = ['signed', 'ordered', 'full', 'expired'] as const
/** Why a link that reads no longer signs. */
export type LinkClosing = (typeof linkClosings)[number]

const OpenedLinkSchema = v.object({
  ...PublicLinkSchema.entries,
  closed: v.optional(v.picklist(linkClosings)),
  signing_mode: SigningModeSchema,
})
/** What anybody with the address may know. */
export type OpenedLink = v.InferOutput<typeof OpenedLinkSchema>

/** Part of certificates (organisational unit) and logs: never change it. */
export const BY_PUBLIC_LINK = 'por enlace público, identidad declarada'

/** Digits. */
export const LINK_CODE_LENGTH = 6

/** Needs no session. Unknown and unshared documents answer alike. */
export const publicLinkCall = callOf('publicLink', 'GET', '/home/api/files/:id/public_link/', {
  params: IdParams,
  reply: OpenedLinkSchema,
})

/** Mails a code, if the owner requires one. */
export const linkCodeCall = callOf('linkCode', 'POST', '/home/api/agent-sessions/code/', {
  body: v.object({ user_file_id: IdSchema, email: EmailSchema }),
  reply: v.object({ success: v.boolean() }),
})
