import { href } from 'shared/contract'
import * as v from 'valibot'
import { ApiError } from '../../platform/http/api-error.ts'
import type { MultipartBody } from '../../platform/http/multipart.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hashToken } from '../../platform/tokens.ts'
import { closedBecause, invitationsWithFacts } from '../access/invitation-access.ts'
import { findInvitationByToken } from '../invitations/find-invitation.ts'
import { invitationLinks } from '../invitations/invitation-links.ts'
import { changeSilence, type SilencingServices } from '../reminders/silence-reminders.ts'

/** Mail programs send one field; the rest is refused. */
const FORM_LIMITS = { files: 0, fields: 10, fieldSize: 1000, parts: 10 }

/** The body that mail clients send (RFC 8058, 3.1). */
const OneClickSchema = v.object({ 'List-Unsubscribe': v.literal('One-Click') })

const readForm = async (body: MultipartBody): Promise<Record<string, unknown>> => {
  const form: Record<string, unknown> = {}
  try {
    for await (const part of body.parts(FORM_LIMITS)) if (part.kind === 'text') form[part.name] = part.value
  } catch (error) {
    throw new ApiError('VALIDATION', { cause: error })
  }
  return form
}

/** In either form encoding. @param parsed undefined for multipart */
export const checkOneClick = async (body: MultipartBody, parsed: unknown): Promise<void> => {
  parseInput(OneClickSchema, body.isMultipart ? await readForm(body) : parsed)
}

/**
 * Stops reminders, not the invitation. Mail programs call it without a person, so opening the link must not (RFC
 * 8058).
 */
export const unsubscribeSigner = async (services: SilencingServices, token: string): Promise<void> =>
  changeSilence(services, await findInvitationByToken(services.db, token), true)

/** The invitation's page, or the site if closed. */
export const unsubscribePage = async (
  { db, clock, publicUrl }: Pick<ApiServices, 'db' | 'clock' | 'publicUrl'>,
  token: string,
): Promise<string> => {
  const found = await invitationsWithFacts(db)
    .select('documents.original_filename as filename')
    .where('invitations.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  // The page's URL contains the filename.
  if (found === undefined || closedBecause(found, clock()) !== undefined) return `${publicUrl}${href.home()}`
  const { document_id: documentId, filename } = found
  return invitationLinks(publicUrl, { documentId, filename, target: found, token }).silence
}
