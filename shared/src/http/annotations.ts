import {
  addSavedSignatureCall,
  annotationStateCall,
  deleteSavedSignatureCall,
  listSavedSignaturesCall,
  saveAnnotationsCall,
} from '../contract/documents/annotations.ts'
import type { BodyOf, UserFile } from '../contract/index.ts'
import { downloadFileCall, PDF_MIME_TYPE } from '../contract/index.ts'
import { HttpError, REQUEST_FALLBACK } from './http-error.ts'
import { type OnReceived, openStream, readBlob } from './open-stream.ts'
import { type Bearer, request } from './request.ts'
import { sendForm, type UploadOptions } from './send-form.ts'

export {
  SAVED_SIGNATURES_MAX,
  type SavedSignature,
  SIGNATURE_NAME_MAX_LENGTH,
} from '../contract/documents/annotations.ts'
// Remotes of earlier releases import these here; use 'shared/http/deferred'.
export * from './on-demand/bulk.ts'
export * from './on-demand/templates.ts'

export interface RevisionBytes {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** SHA-256, hexadecimal. */
  readonly sha256: string
}

export interface Appended {
  readonly fileId: number
  /** `sha256` of the annotated revision. */
  readonly base: string
  readonly tail: Uint8Array<ArrayBuffer>
  /** Idempotency key: reuse it for retries. */
  readonly key: string
}

const ETAG = /^(?:W\/)?"([0-9a-f]{64})"$/

const annotationForm = ({ base, tail, key }: Appended): FormData => {
  const form = new FormData()
  // The server needs the text parts before the bytes.
  form.append('base_sha256', base)
  form.append('request_key', key)
  form.append('tail', new Blob([tail], { type: 'application/octet-stream' }), 'tail')
  return form
}

export interface OpenOptions {
  readonly signal: AbortSignal
  readonly onReceived?: OnReceived
}

/** For accounts; documents for their owner only. */
export const annotationsApi = {
  state: (id: number, signal?: AbortSignal) =>
    request(annotationStateCall, { bearer: 'session', params: { id }, ...(signal ? { signal } : {}) }),
  open: async (id: number, { signal, onReceived }: OpenOptions): Promise<RevisionBytes> => {
    const answer = await openStream(downloadFileCall, {
      bearer: 'session',
      params: { id },
      accept: PDF_MIME_TYPE,
      signal,
    })
    const sha256 = ETAG.exec(answer.headers.get('etag') ?? '')?.[1]
    if (sha256 === undefined) throw new HttpError(REQUEST_FALLBACK, { kind: 'unexpected-reply', status: answer.status })
    return { bytes: new Uint8Array(await (await readBlob(answer, onReceived)).arrayBuffer()), sha256 }
  },
  save: (appended: Appended, options: UploadOptions): Promise<UserFile> =>
    sendForm(
      { call: saveAnnotationsCall, params: { id: appended.fileId }, form: () => annotationForm(appended) },
      options,
    ),
  signatures: (signal?: AbortSignal, bearer: Bearer = 'session') =>
    request(listSavedSignaturesCall, { bearer, ...(signal ? { signal } : {}) }),
  keepSignature: (body: BodyOf<typeof addSavedSignatureCall>, bearer: Bearer = 'session') =>
    request(addSavedSignatureCall, { bearer, body }),
  forgetSignature: (signatureId: number, bearer: Bearer = 'session') =>
    request(deleteSavedSignatureCall, { bearer, params: { signatureId } }),
}
