import { completionCertificateCall, evidenceCall, ZIP_MIME_TYPE } from '../contract/documents/evidence.ts'
import { PDF_MIME_TYPE } from '../contract/index.ts'
import { type OnReceived, openStream, readBlob } from './open-stream.ts'
import type { RequestOptions } from './request.ts'

// Remotes of earlier releases import these here; use 'shared/contract/consent'.
export { CONSENT_VERSION, consents } from '../contract/signing/consent.ts'

export interface EvidenceOptions {
  readonly onReceived?: OnReceived
  readonly signal?: AbortSignal
  /** Default: the session's. */
  readonly bearer?: RequestOptions<typeof evidenceCall>['bearer']
}

const callFor = {
  certificate: { call: completionCertificateCall, accept: PDF_MIME_TYPE },
  bundle: { call: evidenceCall, accept: ZIP_MIME_TYPE },
} as const

export type EvidenceKind = keyof typeof callFor

/** @throws HttpError, or AbortError when `signal` aborts */
export const fetchEvidence = async (id: number, kind: EvidenceKind, options: EvidenceOptions = {}): Promise<Blob> => {
  const { onReceived, signal, bearer = 'session' } = options
  const { call, accept } = callFor[kind]
  const answer = await openStream(call, { bearer, params: { id }, accept, ...(signal ? { signal } : {}) })
  return readBlob(answer, onReceived)
}

/**
 * `Contrato.pdf` → `Contrato (certificado).pdf`,
 * `Contrato (evidencia).zip`.
 */
export const evidenceName = (filename: string, kind: EvidenceKind): string =>
  filename.replace(/(?:\.pdf)?$/i, kind === 'certificate' ? ' (certificado).pdf' : ' (evidencia).zip')
