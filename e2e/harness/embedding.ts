import { addEmbeddingOriginCall, proveIdentityCall, removeEmbeddingOriginCall } from 'shared/contract/accounts'
import * as v from 'valibot'
import config from '../playwright.config.ts'
import type { Trazo } from './trazo.ts'

const { launchOptions } = config.use ?? {}

/** Public pages may not reach local ones. */
export const REACHES_LOCAL_SITES = {
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--disable-features=LocalNetworkAccessChecks'],
  },
}

const call = async ({ url }: Trazo, token: string, path: string, method: string, body?: object): Promise<unknown> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

export const allowOrigin = async (trazo: Trazo, token: string, password: string, origin: string): Promise<number> => {
  const proven = await call(trazo, token, proveIdentityCall.path, 'POST', { password })
  const { proof } = v.parse(proveIdentityCall.reply, proven)
  const added = await call(trazo, token, addEmbeddingOriginCall.path, 'POST', { origin, proof })
  return v.parse(addEmbeddingOriginCall.reply, added).id
}

export const disallowOrigin = (trazo: Trazo, token: string, originId: number): Promise<unknown> =>
  call(trazo, token, removeEmbeddingOriginCall.path.replace(':originId', String(originId)), 'DELETE')
