import type { SigningWay } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { RevisionKind } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/http/api-error.ts'

const addsSignaturesOnly = (kind: RevisionKind): boolean => kind === 'prepared' || kind === 'signed'

/**
 * Checks that the signer saw the revision to sign. Signatures
 * added since are allowed: they only extend the bytes.
 * @param shown SHA-256 of the displayed bytes
 * @throws ApiError DOCUMENT_DIFFERS
 */
export const checkShown = async (db: ApiDatabase, documentId: number, shown: string | undefined): Promise<void> => {
  if (shown === undefined) return
  const revisions = await db
    .selectFrom('revisions')
    .select(['number', 'kind', 'sha256'])
    .where('document_id', '=', documentId)
    .where('number', '>', 0)
    .orderBy('number')
    .execute()
  const seen = revisions.findLast(({ sha256 }) => sha256 === shown)
  const since = revisions.filter(({ number }) => number > (seen?.number ?? 0))
  if (seen === undefined || !since.every(({ kind }) => addsSignaturesOnly(kind))) throw new ApiError('DOCUMENT_DIFFERS')
}

/**
 * The official validator rejects documents that mix national
 * signatures with others.
 * @throws ApiError SIGNATURES_MIXED
 */
const NATIONAL: readonly SigningWay[] = ['firmador', 'fva']

const mixesWith = (way: SigningWay): readonly SigningWay[] => [
  ...(NATIONAL.includes(way) ? NATIONAL : [way]),
  'own-program',
]

export const checkSameAgent = async (db: ApiDatabase, documentId: number, way: SigningWay): Promise<void> => {
  const other = await db
    .selectFrom('signatures')
    .select('field_id')
    .where('document_id', '=', documentId)
    .where('agent', 'not in', mixesWith(way))
    .limit(1)
    .executeTakeFirst()
  if (other !== undefined) throw new ApiError('SIGNATURES_MIXED')
}
