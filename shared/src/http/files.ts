import { deleteFileCall, downloadFileCall, listFilesCall, sendPdfEmailCall } from '../contract/index.ts'
import { readFailure } from './read-failure.ts'
import type { Bearer } from './request.ts'
import { fetchWithBearer, request, urlOf } from './request.ts'

export const filesApi = {
  list: (signal?: AbortSignal) =>
    request(listFilesCall, {
      bearer: 'session',
      ...(signal ? { signal } : {}),
    }),
  delete: (id: number) => request(deleteFileCall, { bearer: 'session', params: { id } }),
  downloadUrl: (id: number) => urlOf(downloadFileCall, { id }),
  /** The newest revision as a blob. The bearer travels in a header, so that no address ever carries it. */
  download: async (id: number, bearer: Bearer, signal?: AbortSignal): Promise<Blob> => {
    const answer = await fetchWithBearer(urlOf(downloadFileCall, { id }), signal ? { signal } : {}, bearer)
    if (!answer.ok) throw readFailure(answer.status, await answer.text(), answer.headers.get('retry-after'))
    return answer.blob()
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
