import { createHmac } from 'node:crypto'
import { hashToken } from '../accounts/tokens.ts'

/** Says what the key is used for here, so that no other use of it could ever yield an invitation's token. */
const LABEL = 'trazo invitation token v1'

/** The tokens in the links of invitations (docs/decisions/0015-life-of-an-invitation.md). */
export interface InvitationTokens {
  /** 256 bits in base64url. The same for the same invitation, so that a reminder carries the link again. */
  tokenOf(invitationId: number): string
  /** Whether an invitation's link can be made again; those of an earlier time had random tokens. */
  isDerived(invitation: { readonly id: number; readonly token_hash: string }): boolean
}

/** Tokens by HMAC-SHA256 under a key that only this server has. The database still knows nothing but their hashes. */
export const createInvitationTokens = (key: Uint8Array): InvitationTokens => {
  const tokenOf = (invitationId: number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([LABEL, invitationId]))
      .digest('base64url')
  return {
    tokenOf,
    isDerived: ({ id, token_hash }) => hashToken(tokenOf(id)) === token_hash,
  }
}
