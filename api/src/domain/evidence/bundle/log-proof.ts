import type { LogProof } from 'shared/contract/evidence-log'
import { PathSchema } from 'shared/contract/evidence-log'
import * as v from 'valibot'
import type { StoredLog } from '../../audit/judge-log.ts'
import type { EvidenceKeys } from '../../pki/evidence-keys.ts'

const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64')

const anchorOf = ({ number, hash, path, signed }: StoredLog['anchors'][number]): LogProof['anchors'] => {
  if (signed === undefined) return []
  const { token, ...batch } = signed
  return [{ number, hash, path: v.parse(PathSchema, JSON.parse(path)), batch, token }]
}

/**
 * Proves the log's head without secret keys.
 * @param log already verified
 * @throws Error without a head
 */
export const logProof = ({ head, anchors }: StoredLog, keys: Pick<EvidenceKeys, 'certificates'>): LogProof => {
  if (head === undefined) throw new Error('a checked log has a head')
  const { document_id, number, hash, authenticated_from, signed_at, key, signature } = head
  const unique = new Set(keys.certificates.map(base64))
  return {
    version: 1,
    head: { document_id, number, hash, authenticated_from, signed_at, key, signature },
    certificates: [...unique],
    anchors: anchors.flatMap(anchorOf),
  }
}
