import * as v from 'valibot'
import { OAuthErrorSchema, oauthRevokeCall, oauthTokenCall } from '../contract/accounts/accounts.ts'
import type { BodyOf } from '../contract/index.ts'
import { HttpError } from './http-error.ts'
import { request } from './request.ts'

/**
 * OAuth errors show `error_description` only (specification,
 * section 8). Network errors keep their message.
 */
const described = async <T>(call: Promise<T>, fallback: string): Promise<T> => {
  try {
    return await call
  } catch (cause) {
    if (!(cause instanceof HttpError) || cause.failure.kind === 'network') throw cause
    const body = cause.failure.kind === 'refused' ? v.safeParse(OAuthErrorSchema, cause.failure.body) : undefined
    const description = body?.success ? body.output.error_description : undefined
    throw new HttpError(description || fallback, cause.failure, { cause })
  }
}

export const oauthApi = {
  /** @throws HttpError */
  token: (body: Omit<BodyOf<typeof oauthTokenCall>, 'grant_type'>) =>
    described(
      request(oauthTokenCall, { bearer: 'none', body: { grant_type: 'password', ...body } }),
      'Error en la autenticación',
    ),
  /** @throws HttpError */
  revoke: (body: BodyOf<typeof oauthRevokeCall>) =>
    described(request(oauthRevokeCall, { bearer: 'none', body }), 'Error al revocar el token'),
}
