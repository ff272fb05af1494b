import type { BodyOf } from 'shared/contract'
import {
  ARCHIVE_MIME_TYPE,
  deleteAccountCall,
  EXPORT_SIZE_HEADER,
  exportAccountCall,
  privacyCall,
  signerCopyCall,
  signerDataCall,
  signerRemovalCall,
  storageUseCall,
} from 'shared/contract/accounts'
import { request } from 'shared/http'
import { type ArchiveOptions, fetchArchive } from 'shared/state/account'

const archive = { accept: ARCHIVE_MIME_TYPE, sizeHeader: EXPORT_SIZE_HEADER } as const

export const personalDataApi = {
  deleteAccount: (body: BodyOf<typeof deleteAccountCall>) => request(deleteAccountCall, { bearer: 'session', body }),
  privacy: (signal?: AbortSignal) => request(privacyCall, { bearer: 'none', ...(signal ? { signal } : {}) }),
  storageUse: (signal?: AbortSignal) => request(storageUseCall, { bearer: 'session', ...(signal ? { signal } : {}) }),
  signer: (token: string) => request(signerDataCall, { bearer: 'none', body: { token } }),
  removeSigner: (token: string) => request(signerRemovalCall, { bearer: 'none', body: { token } }),
  accountArchive: (proof: string, options: ArchiveOptions) =>
    fetchArchive({ ...archive, call: exportAccountCall, bearer: 'session', body: { proof } }, options),
  signerArchive: (token: string, options: ArchiveOptions) =>
    fetchArchive({ ...archive, call: signerCopyCall, bearer: 'none', body: { token } }, options),
}
