import type { UserFile } from 'shared/contract'
import { correctAddressCall, handOverLinkCall } from 'shared/contract/signing-order'
import { request } from 'shared/http'

/** The link of an invitation; the document's log records that it was taken. @throws HttpError */
export const takeInvitationLink = async (file: UserFile, invitationId: number): Promise<string> => {
  const params = { id: file.id, invitationId }
  return (await request(handOverLinkCall, { bearer: 'session', params, body: {} })).url
}

/** Ends the old link and invites the new address. @throws HttpError */
export const correctInvitedAddress = async (file: UserFile, invitationId: number, email: string): Promise<void> => {
  const params = { id: file.id, invitationId }
  await request(correctAddressCall, { bearer: 'session', params, body: { email } })
}
