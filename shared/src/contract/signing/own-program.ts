import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { FieldIdParams } from '../values/id-params.ts'
import { Sha256Schema } from '../values/sha256.ts'
import { SignatureResultSchema } from './signing.ts'

/** PDF bytes with the signer's draft; ETag is their SHA-256. */
export const copyToSignCall = callOf('copyToSign', 'GET', '/home/api/digital-signatures/:fieldId/copy/', {
  params: FieldIdParams,
  reply: v.unknown(),
})

/** Hash of the copy as it would be downloaded now: another one means that the downloaded copy is outdated. */
export const copyStateCall = callOf('copyState', 'GET', '/home/api/digital-signatures/:fieldId/copy-state/', {
  params: FieldIdParams,
  reply: v.object({ sha256: Sha256Schema }),
})

/** Text parts of `signedCopyCall`, before its `file`. */
export const SignedCopyPartsSchema = v.object({
  /** Of the downloaded copy: COPY_OUTDATED before the upload. */
  base_sha256: Sha256Schema,
  document_sha256: v.optional(Sha256Schema),
  consent: v.optional(v.string()),
})

/** Repeating the same bytes returns the stored signature. */
export const signedCopyCall = callOf('signedCopy', 'POST', '/home/api/digital-signatures/:fieldId/copy/', {
  params: FieldIdParams,
  encoding: 'multipart',
  reply: SignatureResultSchema,
})
