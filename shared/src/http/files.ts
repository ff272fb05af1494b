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
import { openStream } from './open-stream.ts'
import { type OnReceived, readBlob } from './read-blob.ts'
import type { Bearer } from './request.ts'
import { request, urlOf } from './request.ts'

/** `limit` is always said: without any parameter the same address answers all documents as an array. */
export type FindFiles = QueryOf<typeof findFilesCall> & { readonly limit: string }

export interface DownloadOptions {
  /** `original`: as it was uploaded, for the owner alone. The newest unless told. */
  readonly revision?: 'newest' | 'original'
  readonly onReceived?: OnReceived
  readonly signal?: AbortSignal
}

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

export const filesApi = {
  list: (signal?: AbortSignal) => request(listFilesCall, { bearer: 'session', ...withSignal(signal) }),
  /** One page of the session's documents. */
  find: (query: FindFiles, signal?: AbortSignal) =>
    request(findFilesCall, { bearer: 'session', query, ...withSignal(signal) }),
  get: (id: number, signal?: AbortSignal) =>
    request(getFileCall, { bearer: 'session', params: { id }, ...withSignal(signal) }),
  /** Lets anyone with the address read the document, or sign it, too. */
  share: (id: number, link: PublicLink = { mode: 'read', email_code: false }) =>
    request(shareFileCall, { bearer: 'session', params: { id }, body: link }),
  /** What the public URL of a document allows. */
  publicLink: (id: number, signal?: AbortSignal) =>
    request(publicLinkCall, { bearer: 'none', params: { id }, ...withSignal(signal) }),
  unshare: (id: number) => request(unshareFileCall, { bearer: 'session', params: { id } }),
  delete: (id: number) => request(deleteFileCall, { bearer: 'session', params: { id } }),
  /** What happens to the session's documents, as `text/event-stream`. */
  events: (signal: AbortSignal) =>
    openStream(fileEventsCall, { bearer: 'session', accept: 'text/event-stream', signal }),
  downloadUrl: (id: number) => urlOf(downloadFileCall, { id }),
  /** The PDF as a blob. The bearer travels in a header, so that no address ever carries it. */
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

/** Hands a blob to the browser's own download under the given name. */
export const saveBlob = (blob: Blob, filename: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The download has its own reference once the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
