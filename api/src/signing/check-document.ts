import type { AgentKind } from 'shared/contract'
import type { Db } from '../database/open-database.ts'
import type { RevisionKind } from '../database/schema.ts'
import { ApiError } from '../http/api-error.ts'

/** What the server itself appends when people sign: fields that were seen before, and signatures. */
const addsSignaturesOnly = (kind: RevisionKind): boolean => kind === 'prepared' || kind === 'signed'

/**
 * What somebody signs is what their page has shown. Signatures that others have made since change nothing in it: each
 * revision begins with the bytes of the one before, and nothing is drawn outside the fields.
 * @param shown SHA-256 of the bytes on the page; a client that sends none has shown nothing
 * @throws ApiError DOCUMENT_DIFFERS
 */
export const checkShown = async (db: Db, documentId: number, shown: string | undefined): Promise<void> => {
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
 * Signatures with national cards and the platform's own never stand in one document: the official validator refuses the
 * whole of it. An installation that changed its agent finishes no document that was begun with the other one.
 * @throws ApiError SIGNATURES_MIXED
 */
export const checkSameAgent = async (db: Db, documentId: number, agent: AgentKind): Promise<void> => {
  const other = await db
    .selectFrom('signatures')
    .select('field_id')
    .where('document_id', '=', documentId)
    .where('agent', '!=', agent)
    .limit(1)
    .executeTakeFirst()
  if (other !== undefined) throw new ApiError('SIGNATURES_MIXED')
}
