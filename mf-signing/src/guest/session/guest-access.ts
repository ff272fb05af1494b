import type { Bearer } from 'shared/http'
import { HttpError } from 'shared/http'
import { renewAccess } from './renew-access.ts'

export interface GuestAccess {
  readonly invitation: {
    readonly token: string
    readonly user: { readonly access_token: string }
  }
  readonly onRenewed: (accessToken: string) => void
}

/** Retries once after a 401. */
export const withFreshToken = async <T>(
  call: (bearer: Bearer) => Promise<T>,
  token: string,
  renew: () => Promise<string>,
): Promise<T> => {
  try {
    return await call({ token })
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error
    return await call({ token: await renew() })
  }
}

export const withGuestAccess = <T>(
  { invitation: { token, user }, onRenewed }: GuestAccess,
  call: (bearer: Bearer) => Promise<T>,
): Promise<T> => withFreshToken(call, user.access_token, () => renewAccess(token, onRenewed))
