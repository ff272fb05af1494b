import type { NationalFormat } from 'pdf/verify/national'
import { officialCodes } from 'pdf/verify/national'
import type { RequestActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { documentOfParticipant } from '../access/document-access.ts'
import { currentRevision } from '../documents/revisions.ts'

const encode = (format: NationalFormat) => {
  if (format.kind !== 'judged') return format
  const rules = format.rules.map(({ rule, state, reason = null, about }) => {
    const code = officialCodes[rule] ?? null
    return { rule, code, state, reason, about: [...about] }
  })
  return { ...format, rules }
}

/**
 * Judges the newest revision by the rules of BCCR's validator, for people of the document.
 *
 * @throws ApiError NOT_FOUND
 */
export const judgeDocument = async (
  { db, blobs, clock, judgeNationalFormat }: Pick<ApiServices, 'db' | 'blobs' | 'clock' | 'judgeNationalFormat'>,
  actor: RequestActor,
  documentId: number,
) => {
  const { id } = await documentOfParticipant(db, actor, documentId)
  const { sha256 } = await currentRevision(db, id)
  return encode(await judgeNationalFormat(await blobs.read(sha256), new Date(clock())))
}
