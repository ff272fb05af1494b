import { isSameSecret } from 'shared/server'
import type { ApiEnvironment } from '../../../platform/environment/environment.ts'
import { OAuthRefusal } from '../../../platform/http/oauth-error.ts'

/** From the form or from `Authorization: Basic` (RFC 6749, 2.3.1). */
export interface ClientCredentials {
  readonly client_id: string
  readonly client_secret: string
}

const BASIC = /^Basic ([A-Za-z0-9+/]+=*)$/i

const formDecode = (text: string): string => new URLSearchParams(`v=${text}`).get('v') ?? ''

/** Each part is form-encoded (RFC 6749, 2.3.1). */
const basicCredentials = (authorization: string): ClientCredentials | undefined => {
  const [, encoded] = BASIC.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { client_id: formDecode(id), client_secret: formDecode(secret.join(':')) }
}

/** @throws OAuthRefusal invalid_request */
export const clientCredentials = (form: ClientCredentials, authorization: string | undefined): ClientCredentials => {
  const basic = authorization === undefined ? undefined : basicCredentials(authorization)
  if (basic !== undefined && form.client_secret !== '')
    throw new OAuthRefusal('invalid_request', 'Las credenciales del cliente llegaron dos veces.')
  return basic ?? form
}

/**
 * Without a configured client, accepts any public client.
 * @throws OAuthRefusal invalid_client
 */
export const authenticateClient = (
  configured: ApiEnvironment['oauthClient'],
  { client_id, client_secret }: ClientCredentials,
): void => {
  const isSecret = isSameSecret(client_secret, configured?.secret ?? '')
  const isClient = configured === null || isSameSecret(client_id, configured.id)
  if (!isClient || !isSecret) throw new OAuthRefusal('invalid_client', 'El cliente no es válido.')
}
