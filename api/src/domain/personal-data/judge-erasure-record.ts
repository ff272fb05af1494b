import * as v from 'valibot'
import type { DocumentSkeletonTable, ErasedAnchorTable } from '../../platform/database/schema.ts'
import type { EvidenceVerifier } from '../pki/evidence-keys.ts'
import { erasureRecordText } from './erasure-record-text.ts'

const ContentSchema = v.object({
  document_hash: v.string(),
  anchors: v.array(v.object({ batch: v.number(), leaf: v.string() })),
})

type Stored = Pick<DocumentSkeletonTable, 'document_hash' | 'content' | 'key' | 'signature'>
type Anchor = Pick<ErasedAnchorTable, 'batch' | 'leaf'>

const anchorKey = ({ batch, leaf }: Anchor): string => `${batch} ${leaf}`

/** Verifies the platform's signature and the anchors. */
export const judgeErasureRecord = (keys: EvidenceVerifier, skeleton: Stored, anchors: readonly Anchor[]): boolean => {
  if (!keys.holds(erasureRecordText(skeleton.content), skeleton)) return false
  const content = v.safeParse(ContentSchema, JSON.parse(skeleton.content))
  if (!content.success || content.output.document_hash !== skeleton.document_hash) return false
  const named = new Set(content.output.anchors.map(anchorKey))
  return anchors.length === named.size && anchors.every((anchor) => named.has(anchorKey(anchor)))
}
