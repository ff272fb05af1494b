import type { SignatureResult } from '../contract/index.ts'
import { PDF_MIME_TYPE } from '../contract/index.ts'
import { copyStateCall, copyToSignCall, signedCopyCall } from '../contract/signing/own-program.ts'
import { HttpError, REQUEST_FALLBACK } from './http-error.ts'
import { openStream, readBlob } from './open-stream.ts'
import { type Bearer, request } from './request.ts'
import { sendForm, type UploadOptions } from './send-form.ts'

export { type FvaProblem, fvaApi, fvaProblems } from './fva.ts'

export interface CopyToSign {
  readonly blob: Blob
  /** Hexadecimal. */
  readonly sha256: string
}

export interface SignedCopy {
  readonly fieldId: number
  /** `sha256` of the downloaded copy. */
  readonly base: string
  /** SHA-256 of the document on the page. */
  readonly shown: string | undefined
  readonly consent: string
  readonly file: File
}

const ETAG = /^(?:W\/)?"([0-9a-f]{64})"$/

const copyForm = ({ base, shown, consent, file }: SignedCopy): FormData => {
  const form = new FormData()
  // The server needs the text parts before the bytes.
  form.append('base_sha256', base)
  form.append('consent', consent)
  if (shown !== undefined) form.append('document_sha256', shown)
  form.append('file', file)
  return form
}

/** Signing with a program on the signer's device. */
export const externalSignerApi = {
  copy: async (fieldId: number, bearer: Bearer): Promise<CopyToSign> => {
    const answer = await openStream(copyToSignCall, { bearer, params: { fieldId }, accept: PDF_MIME_TYPE })
    const sha256 = ETAG.exec(answer.headers.get('etag') ?? '')?.[1]
    if (sha256 === undefined) throw new HttpError(REQUEST_FALLBACK, { kind: 'unexpected-reply', status: answer.status })
    return { blob: await readBlob(answer), sha256 }
  },
  state: (fieldId: number, bearer: Bearer) => request(copyStateCall, { bearer, params: { fieldId } }),
  send: (copy: SignedCopy, bearer: Bearer, options: UploadOptions): Promise<SignatureResult> =>
    sendForm({ call: signedCopyCall, params: { fieldId: copy.fieldId }, bearer, form: () => copyForm(copy) }, options),
}

/** @deprecated Use `externalSignerApi`. @alias */
export const ownProgramApi = externalSignerApi
