import type { Bearer } from 'shared/http'
import { HttpError, invitationsApi } from 'shared/http'

export interface GuestAccess {
  readonly fieldId: number
  readonly invitation: {
    /** Renews an expired access token. */
    readonly token: string
    readonly user: { readonly access_token: string }
  }
  readonly onRenewed: (accessToken: string) => void
}

/**
 * Retries once with a renewed token.
 * @throws HttpError
 */
export const withGuestAccess = async <T>(
  { invitation, onRenewed }: GuestAccess,
  call: (bearer: Bearer) => Promise<T>,
): Promise<T> => {
  try {
    return await call({ token: invitation.user.access_token })
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error
    const { access_token } = await invitationsApi.validate(invitation.token)
    onRenewed(access_token)
    return await call({ token: access_token })
  }
}
