import type { BodyOf, ReplyOf } from 'shared/contract'
import type { previewInvitationCall } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { renderMessage } from '../../platform/mail/render-message.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { hasTurn } from '../access/check-turn.ts'
import { unsignedFieldsOfSigner } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import { signerAsInvited } from '../participants/invited-person.ts'
import { composeInvitation } from './compose-invitation.ts'
import { findInvitable } from './find-invitable.ts'
import { newestTo, personalMessageOf } from './newest-invitation.ts'

export interface InvitationPreviewRequest {
  readonly userId: number
  readonly documentId: number
  readonly body: BodyOf<typeof previewInvitationCall>
}

/** As many as one mail would name: the person's unsigned fields that have the turn together with `field`. */
const fieldsToSign = async (db: ApiDatabase, field: StoredField): Promise<number> => {
  const waits = !(await hasTurn(db, field))
  let count = 0
  for (const other of await unsignedFieldsOfSigner(db, field)) if ((await hasTurn(db, other)) !== waits) count += 1
  return count
}

/** Without links; sends and stores nothing. */
export const previewInvitation = async (
  { db, clock, publicUrl, invitationLife }: Pick<ApiServices, 'db' | 'clock' | 'publicUrl' | 'invitationLife'>,
  { userId, documentId, body }: InvitationPreviewRequest,
): Promise<ReplyOf<typeof previewInvitationCall>> => {
  const { document, field, owner } = await findInvitable(db, {
    userId,
    documentId,
    fieldId: body.field_id,
    now: clock(),
  })
  const page = `${publicUrl}/sign/…`
  const waits = !(await hasTurn(db, field))
  const message = composeInvitation(waits ? 'turn' : 'invitation', {
    document,
    person: signerAsInvited(field),
    ownerName: fullName(owner),
    personalMessage: personalMessageOf(body.message, await newestTo(db, signerAsInvited(field))),
    expiresAt: clock() + invitationLife,
    fieldCount: await fieldsToSign(db, field),
    links: { page, silence: page },
  })
  return { ...renderMessage(message, 'inert'), waits }
}
