import type { SessionReply } from 'shared/contract'
import { OAuthRefusal } from '../../../platform/http/oauth-error.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { logInUser } from '../login/login.ts'

export interface PasswordGrant {
  readonly grant_type: string
  readonly username: string
  readonly password: string
}

/** An empty parameter counts as omitted (RFC 6749, 3.2). */
const requireValue = (value: string, name: string): void => {
  if (value === '') throw new OAuthRefusal('invalid_request', `Falta el parámetro ${name}.`)
}

/**
 * Resource owner password grant (RFC 6749, 4.3).
 * @throws OAuthRefusal, ApiError INVALID_CREDENTIALS, RATE_LIMITED
 */
export const grantPassword = async (
  services: Pick<ApiServices, 'db' | 'clock' | 'publicUrl'>,
  grant: PasswordGrant,
  guarded: (run: () => Promise<SessionReply>) => Promise<SessionReply>,
): Promise<SessionReply> => {
  requireValue(grant.grant_type, 'grant_type')
  if (grant.grant_type !== 'password')
    throw new OAuthRefusal(
      'unsupported_grant_type',
      'Solo se admiten grant_type=password y grant_type=client_credentials.',
    )
  requireValue(grant.username, 'username')
  requireValue(grant.password, 'password')
  return guarded(() => logInUser(services, grant))
}
