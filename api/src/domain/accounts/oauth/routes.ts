import { oauthRevokeCall, oauthTokenCall } from 'shared/contract/accounts'
import { limits } from '../../../platform/http/limits.ts'
import { OAuthRefusal } from '../../../platform/http/oauth-error.ts'
import { type Api, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../platform/services.ts'
import type { LoginGuard } from '../login/login-guard.ts'
import { authenticateClient } from './authenticate-client.ts'
import { grantPassword } from './grant-password.ts'
import { revokeToken } from './revoke-token.ts'

export const oauthRoutes = (api: Api, services: Services, guard: LoginGuard): void => {
  route(
    api,
    oauthTokenCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.loginCallsByAddress },
    async ({ body, request, reply }) => {
      authenticateClient(services.oauthClient, body, request.headers.authorization)
      reply.header('pragma', 'no-cache')
      return grantPassword(services, body, (run) => guard({ username: body.username, request }, run))
    },
  )

  route(
    api,
    oauthRevokeCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.revokeByAddress },
    async ({ body, request }) => {
      authenticateClient(services.oauthClient, body, request.headers.authorization)
      if (body.token === '') throw new OAuthRefusal('invalid_request', 'Falta el parámetro token.')
      await revokeToken(services, body.token)
      return {}
    },
  )
}
