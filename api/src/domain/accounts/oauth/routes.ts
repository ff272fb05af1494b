import { CLIENT_ID_PREFIX, oauthRevokeCall, oauthTokenCall, programScopes } from 'shared/contract/accounts'
import { rateLimits } from '../../../platform/http/limits.ts'
import { OAuthRefusal } from '../../../platform/http/oauth-error.ts'
import { addRoute, byAnyone, type RouteServices } from '../../../platform/http/route.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { grantClient, revokeClientToken } from '../api-clients/client-grant.ts'
import type { LoginGuard } from '../login/login-guard.ts'
import { authenticateClient, clientCredentials } from './authenticate-client.ts'
import { grantPassword } from './grant-password.ts'
import { revokeOAuthToken } from './revoke-token.ts'

/** RFC 8414, 3. */
const METADATA = '/.well-known/oauth-authorization-server'

/** RFC 8414. */
const metadataOf = (publicUrl: string) => {
  const issuer = new URL(publicUrl).origin
  const methods = ['client_secret_basic', 'client_secret_post']
  return {
    issuer,
    token_endpoint: `${issuer}${oauthTokenCall.path}`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${issuer}${oauthRevokeCall.path}`,
    revocation_endpoint_auth_methods_supported: methods,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: programScopes,
    service_documentation: `${issuer}/home/api/docs/programas`,
    ui_locales_supported: ['es-CR'],
  }
}

export const oauthRoutes = (api: RouteServices, services: ApiServices, guard: LoginGuard): void => {
  const metadata = metadataOf(services.publicUrl)
  api.app.get(METADATA, { schema: { hide: true } }, async () => metadata)

  addRoute(api, oauthTokenCall, byAnyone(rateLimits.loginCallsByAddress), async ({ body, request, reply }) => {
    const credentials = clientCredentials(body, request.headers.authorization)
    reply.header('pragma', 'no-cache')
    if (body.grant_type === 'client_credentials')
      return grantClient({ ...services, limiter: api.limiter }, credentials, body.scope)
    authenticateClient(services.oauthClient, credentials)
    return grantPassword(services, body, (run) => guard({ username: body.username, request }, run))
  })

  addRoute(api, oauthRevokeCall, byAnyone(rateLimits.revokeByAddress), async ({ body, request }) => {
    const credentials = clientCredentials(body, request.headers.authorization)
    const isProgram = credentials.client_id.startsWith(CLIENT_ID_PREFIX)
    if (!isProgram) authenticateClient(services.oauthClient, credentials)
    if (body.token === '') throw new OAuthRefusal('invalid_request', 'Falta el parámetro token.')
    await (isProgram ? revokeClientToken(services, credentials, body.token) : revokeOAuthToken(services, body.token))
    return {}
  })
}
