import { createHmac } from 'node:crypto'
import { hashToken } from '../../platform/tokens.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly invitationTokens: InvitationTokens
  }
}

/** Domain separation. */
const LABEL = 'trazo invitation token v1'

/** docs/decisions/0015-life-of-an-invitation.md */
export interface InvitationTokens {
  /** 256 bits in base64url. Deterministic, so that reminders repeat the link. */
  tokenOf(invitationId: number): string
  /** Earlier invitations had random tokens. */
  isDerived(invitation: { readonly id: number; readonly token_hash: string }): boolean
}

/** HMAC-SHA256; the database stores only hashes. */
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
