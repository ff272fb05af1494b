import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'

/** Of the bundle; `personal-data.ts` has its own, see there. */
export const ZIP_MIME_TYPE = 'application/zip'

/** PDF; for the owner, and invited signers of a certified document. */
export const completionCertificateCall = callOf(
  'completionCertificate',
  'GET',
  '/home/api/files/:id/completion_certificate/',
  {
    params: IdParams, // Streamed: not parsed.
    reply: v.unknown(),
  },
)

/**
 * Zip with revisions, log, certificates and an offline
 * verification page; for the owner only.
 */
export const evidenceCall = callOf('evidence', 'GET', '/home/api/files/:id/evidence/', {
  params: IdParams,
  reply: v.unknown(),
})
