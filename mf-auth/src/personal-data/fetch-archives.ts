import { ARCHIVE_MIME_TYPE, EXPORT_SIZE_HEADER, exportAccountCall, signerCopyCall } from 'shared/contract/accounts'
import { type ArchiveOptions, fetchArchive } from 'shared/state/account'

const archive = { accept: ARCHIVE_MIME_TYPE, sizeHeader: EXPORT_SIZE_HEADER } as const

/** All that the account holds, as a zip file. */
export const fetchAccountArchive = (proof: string, options: ArchiveOptions): Promise<Blob> =>
  fetchArchive({ ...archive, call: exportAccountCall, bearer: 'session', body: { proof } }, options)

/** What is recorded about who holds an invitation's link, as a zip file. */
export const fetchSignerArchive = (token: string, options: ArchiveOptions): Promise<Blob> =>
  fetchArchive({ ...archive, call: signerCopyCall, bearer: 'none', body: { token } }, options)
