import { href, unsubscribeCall } from 'shared/contract'

/** Which field of which document a link asks for. */
export interface LinkTarget {
  readonly documentId: number
  readonly filename: string
  readonly fieldId: number
  readonly token: string
}

/** What an invitation's mails lead to. */
export interface InvitationLinks {
  /** The page where the guest reads and signs. */
  readonly page: string
  /** The same page with its question about reminders open; opening it changes nothing. */
  readonly silence: string
  /** What a mail program calls by itself to end reminders (RFC 8058). */
  readonly unsubscribe: string
}

/** @param publicUrl where people reach the site, without a trailing slash */
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
