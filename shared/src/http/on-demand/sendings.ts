import { ZIP_MIME_TYPE } from '../../contract/documents/evidence.ts'
import {
  changeSendingCall,
  createSendingCall,
  dissolveSendingCall,
  getSendingCall,
  sendingArchiveCall,
} from '../../contract/signing/sendings.ts'
import { type OnReceived, openStream, readBlob } from '../open-stream.ts'
import { request } from '../request.ts'

export type { Sending, SendingDocument, SendingPerson } from '../../contract/signing/sendings.ts'
export { SENDING_DOCUMENTS_MAX, SENDING_DOCUMENTS_MIN } from '../../contract/signing/sendings.ts'

interface SendingArchiveOptions {
  readonly onReceived?: OnReceived
  readonly signal?: AbortSignal
}

/** Several documents of one owner that people sign together, for the owner. */
export const sendingsApi = {
  /** In the order of the ids. */
  create: (documents: number[]) => request(createSendingCall, { bearer: 'session', body: { documents } }),
  get: (id: number) => request(getSendingCall, { bearer: 'session', params: { id } }),
  /** The documents are then exactly these, in this order. */
  change: (id: number, documents: number[]) =>
    request(changeSendingCall, { bearer: 'session', params: { id }, body: { documents } }),
  dissolve: (id: number) => request(dissolveSendingCall, { bearer: 'session', params: { id } }),
  /** A ZIP. @throws HttpError, or AbortError when `signal` aborts */
  archive: async (id: number, { onReceived, signal }: SendingArchiveOptions = {}): Promise<Blob> => {
    const options = { bearer: 'session', params: { id }, accept: ZIP_MIME_TYPE, ...(signal ? { signal } : {}) } as const
    return readBlob(await openStream(sendingArchiveCall, options), onReceived)
  },
}
