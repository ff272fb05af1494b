import * as v from 'valibot'
import { defineCall } from './call.ts'
import { IdParamSchema } from './ids.ts'

export const ZIP_MIME_TYPE = 'application/zip'

const params = v.object({ id: IdParamSchema })

/** How a completed document came to be signed, as a PDF; for its owner alone. */
export const completionCertificateCall = defineCall({
  name: 'completionCertificate',
  method: 'GET',
  path: '/home/api/files/:id/completion_certificate/',
  params,
  // Bytes of a PDF, streamed: not parsed.
  reply: v.unknown(),
})

/**
 * All the evidence of a completed document as a zip file: revisions, log, certificates, certificate of completion and a
 * page that checks them without a network; for its owner alone.
 */
export const evidenceCall = defineCall({
  name: 'evidence',
  method: 'GET',
  path: '/home/api/files/:id/evidence/',
  params,
  reply: v.unknown(),
})
