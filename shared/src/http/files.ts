import type { PublicLink, QueryOf } from '../contract/index.ts'
import {
  deleteFileCall,
  downloadFileCall,
  fileEventsCall,
  findFilesCall,
  getFileCall,
  listFilesCall,
  PDF_MIME_TYPE,
  publicLinkCall,
  sendPdfEmailCall,
  shareFileCall,
  unshareFileCall,
} from '../contract/index.ts'
import { type OnReceived, openStream, readBlob } from './open-stream.ts'
import type { Bearer } from './request.ts'
import { request, urlOf } from './request.ts'

/** Requires `limit`: without parameters the path returns an array. */
export type FindFiles = QueryOf<typeof findFilesCall> & { readonly limit: string }

export interface DownloadOptions {
  /** `original`: the upload, for the owner only. */
  readonly revision?: 'newest' | 'original'
  readonly onReceived?: OnReceived
  readonly signal?: AbortSignal
}

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

export const filesApi = {
  list: (signal?: AbortSignal) => request(listFilesCall, { bearer: 'session', ...withSignal(signal) }),
  find: (query: FindFiles, signal?: AbortSignal) =>
    request(findFilesCall, { bearer: 'session', query, ...withSignal(signal) }),
  get: (id: number, signal?: AbortSignal) =>
    request(getFileCall, { bearer: 'session', params: { id }, ...withSignal(signal) }),
  share: (id: number, link: PublicLink = { mode: 'read', email_code: false }) =>
    request(shareFileCall, { bearer: 'session', params: { id }, body: link }),
  publicLink: (id: number, signal?: AbortSignal) =>
    request(publicLinkCall, { bearer: 'none', params: { id }, ...withSignal(signal) }),
  unshare: (id: number) => request(unshareFileCall, { bearer: 'session', params: { id } }),
  delete: (id: number) => request(deleteFileCall, { bearer: 'session', params: { id } }),
  events: (signal: AbortSignal) =>
    openStream(fileEventsCall, { bearer: 'session', accept: 'text/event-stream', signal }),
  downloadUrl: (id: number) => urlOf(downloadFileCall, { id }),
  /** No URL contains the bearer. */
  download: async (id: number, bearer: Bearer, options: DownloadOptions = {}): Promise<Blob> => {
    const { revision = 'newest', onReceived, signal } = options
    const answer = await openStream(downloadFileCall, {
      bearer,
      params: { id },
      query: { revision: revision === 'newest' ? undefined : revision },
      accept: PDF_MIME_TYPE,
      ...withSignal(signal),
    })
    return readBlob(answer, onReceived)
  },
  sendPdfEmail: (id: number, email: string) =>
    request(sendPdfEmailCall, {
      bearer: 'none',
      params: { id },
      body: { email },
    }),
}

/** Milliseconds. Safari on iPhones reads the blob after its question (WebKit bug 211234). */
const REVOKE_MS = 40_000

export const saveBlob = (blob: Blob, filename: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS)
}
