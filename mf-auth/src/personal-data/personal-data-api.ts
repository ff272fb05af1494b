import type { BodyOf } from 'shared/contract'
import { deleteAccountCall, privacyCall, signerDataCall, signerRemovalCall } from 'shared/contract/accounts'
import { request } from 'shared/http'

export const personalDataApi = {
  deleteAccount: (body: BodyOf<typeof deleteAccountCall>) => request(deleteAccountCall, { bearer: 'session', body }),
  privacy: (signal?: AbortSignal) => request(privacyCall, { bearer: 'none', ...(signal ? { signal } : {}) }),
  signer: (token: string) => request(signerDataCall, { bearer: 'none', body: { token } }),
  removeSigner: (token: string) => request(signerRemovalCall, { bearer: 'none', body: { token } }),
}
