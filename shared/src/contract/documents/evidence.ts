import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParamSchema } from '../values/ids.ts'

export const ZIP_MIME_TYPE = 'application/zip'

const params = v.object({ id: IdParamSchema })

/** PDF; for the owner, and invited signers of a certified document. */
export const completionCertificateCall = callOf(
  'completionCertificate',
  'GET',
  '/home/api/files/:id/completion_certificate/',
  {
    params, // Streamed: not parsed.
    reply: v.unknown(),
  },
)

/**
 * Zip with revisions, log, certificates and an offline
 * verification page; for the owner only.
 */
export const evidenceCall = callOf('evidence', 'GET', '/home/api/files/:id/evidence/', { params, reply: v.unknown() })
