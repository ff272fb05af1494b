import { href } from 'shared/contract'
import { unsubscribeCall } from 'shared/contract/unsubscribe'

/** The invitation and its token, which is part of all three links. */
export interface LinkTarget {
  readonly documentId: number
  readonly filename: string
  readonly fieldId: number
  readonly token: string
}

export interface InvitationLinks {
  readonly page: string
  /** Opening it changes nothing. */
  readonly silence: string
  /** One-click unsubscribe (RFC 8058). */
  readonly unsubscribe: string
}

/** @param publicUrl without a trailing slash */
export const invitationLinks = (publicUrl: string, target: LinkTarget): InvitationLinks => {
  const { documentId, filename, fieldId, token } = target
  const page = (params: { readonly recordatorios?: 'no' }): string =>
    `${publicUrl}${href.sign(documentId, filename, { token, fieldId, ...params })}`
  return {
    page: page({}),
    silence: page({ recordatorios: 'no' }),
    unsubscribe: `${publicUrl}${unsubscribeCall.path}?${new URLSearchParams({ token })}`,
  }
}
