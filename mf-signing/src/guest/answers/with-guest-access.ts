import type { Bearer } from 'shared/http'
import { HttpError, invitationsApi } from 'shared/http'

/** With what a guest makes a call about the own invitation. */
export interface GuestAccess {
  readonly fieldId: number
  readonly invitation: {
    /** Buys a new access token when the old one ran out while the person was reading. */
    readonly token: string
    readonly user: { readonly access_token: string }
  }
  readonly onRenewed: (accessToken: string) => void
}

/** Makes a guest's call, once more with a new token where the old one had run out. @throws HttpError */
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
