import {
  base64ToBytes,
  type Certificate,
  type ChainTrust,
  checkTimeStamp,
  createTrust,
  provenTime,
  readCertificates,
  readCms,
  type TrustedRoot,
  toHex,
  verifyValue,
} from 'pdf/cms'
import {
  batchText,
  type HashText,
  type HeadFault,
  headText,
  judgeEnd,
  LOG_SIGNING_OID,
  type LogAnchor,
  type LogEntry,
  type LogProof,
  leafText,
  namesEntry,
  rootOfPath,
} from 'shared/contract/evidence-log'

export interface ProofOptions {
  readonly roots: readonly TrustedRoot[]
  /** DER. */
  readonly intermediates: readonly Uint8Array[]
  readonly sha256: HashText
}

export interface ProvenEntry {
  readonly number: number
  /** Time stamp; undefined if its authority is not trusted. */
  readonly at: Date | undefined
}

export type ProofVerdict =
  | { readonly kind: 'proven'; readonly anchors: readonly ProvenEntry[] }
  | { readonly kind: 'contradicted'; readonly fault: HeadFault }
  /** No platform root is configured. */
  | { readonly kind: 'unknown' }

interface Checking extends ProofOptions {
  readonly certificates: readonly Certificate[]
  readonly trust: ChainTrust
}

const encode = (text: string) => new TextEncoder().encode(text)

interface Signed {
  readonly key: string
  readonly signature: string
}

/**
 * Requires a log-signing certificate that chains to the
 * platform's root.
 */
const isSignedByPlatform = async (
  { certificates, trust }: Checking,
  text: string,
  { key, signature }: Signed,
  at: number,
): Promise<boolean> => {
  for (const certificate of certificates) {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(certificate.encoded)))
    if (toHex(hash) !== key || certificate.extendedUsage?.includes(LOG_SIGNING_OID) !== true) continue
    const chain = await trust.chainOf(certificate, new Date(at))
    if (chain.root !== 'platform' || chain.problem !== undefined) return false
    return verifyValue(certificate.spki, { kind: 'ecdsa', hash: 'SHA-256' }, base64ToBytes(signature), encode(text))
  }
  return false
}

const checkAnchor = async (
  checking: Checking,
  documentId: number,
  log: readonly LogEntry[],
  { number, hash, path, batch, token }: LogAnchor,
): Promise<ProvenEntry | HeadFault> => {
  const fault: HeadFault = { kind: 'anchor', number }
  if (!namesEntry(log, { number, hash })) return fault
  const { sha256, roots, intermediates } = checking
  const leaf = await sha256(leafText({ document_id: documentId, number, hash }))
  if ((await rootOfPath(leaf, path, sha256)) !== batch.root) return fault
  const text = batchText(batch)
  if (!(await isSignedByPlatform(checking, text, batch, batch.made_at))) return fault
  try {
    const cms = readCms(base64ToBytes(token))
    const trust = createTrust(roots, [...readCertificates(intermediates), ...cms.certificates])
    const checked = await checkTimeStamp(cms, encode(text), trust)
    return checked.problem === undefined ? { number, at: provenTime(checked) } : fault
  } catch {
    return fault
  }
}

export const checkProof = async (
  proof: LogProof,
  log: readonly LogEntry[],
  options: ProofOptions,
): Promise<ProofVerdict> => {
  if (!options.roots.some(({ kind }) => kind === 'platform')) return { kind: 'unknown' }
  const contradicted = (fault: HeadFault): ProofVerdict => ({ kind: 'contradicted', fault })
  const certificates = readCertificates(proof.certificates.map(base64ToBytes))
  const trust = createTrust(options.roots, [...readCertificates(options.intermediates), ...certificates])
  const checking: Checking = { ...options, certificates, trust }
  const { head } = proof
  if (!(await isSignedByPlatform(checking, headText(head), head, head.signed_at)))
    return contradicted({ kind: 'forged-head' })
  const end = judgeEnd(log, head)
  if (end !== undefined) return contradicted(end)
  const anchors: ProvenEntry[] = []
  for (const anchor of proof.anchors) {
    const checked = await checkAnchor(checking, head.document_id, log, anchor)
    if ('kind' in checked) return contradicted(checked)
    anchors.push(checked)
  }
  return { kind: 'proven', anchors }
}
