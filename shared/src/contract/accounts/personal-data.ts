import * as v from 'valibot'
import { InstantSchema } from '../index.ts'
import { callOf } from '../values/call-of.ts'
import { TokenParam } from '../values/token.ts'
// From the index: the modules of every page stay in one chunk.
import { ProofSchema } from './account-security.ts'
import { ACCOUNT_LIMITS } from './limits.ts'

/** Not imported from `evidence.ts`: code of two deferred screens would load with every page. */
export const ARCHIVE_MIME_TYPE = 'application/zip'
/** Header of an export: its approximate size in bytes. */
export const EXPORT_SIZE_HEADER = 'x-estimated-length'

/** Uses up the proof. */
export const exportAccountCall = callOf('exportAccount', 'POST', '/api/auth/account/export/', {
  body: ProofSchema, // Streamed: not parsed.
  reply: v.unknown(),
})

const Username = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Escribe tu nombre de usuario'),
  v.maxLength(ACCOUNT_LIMITS.username),
)
/** The username, typed by the person. */
export const DeleteAccountSchema = v.object({ username: Username })

/** Access ends at once; `erased_at` says when the data goes. */
export const deleteAccountCall = callOf('deleteAccount', 'POST', '/api/auth/account/delete/', {
  body: v.object({ ...DeleteAccountSchema.entries, ...ProofSchema.entries }),
  reply: v.object({ success: v.boolean(), erased_at: InstantSchema }),
})

export const privacyCall = callOf('privacy', 'GET', '/api/privacy/', {
  reply: v.object({
    /** Days until deleted data is erased. */
    retention_days: v.number(),
  }),
})

/** Bytes. Deleted documents count until they are erased. */
export const storageUseCall = callOf('storageUse', 'GET', '/api/auth/storage/', {
  reply: v.object({ used: v.number(), deleted: v.number(), quota: v.number() }),
})

/** For a person with an invitation's link, also a used or expired one. */
export const signerDataCall = callOf('signerData', 'POST', '/api/privacy/signer/', {
  body: TokenParam,
  reply: v.object({
    original_filename: v.string(),
    owner_name: v.string(),
    name: v.string(),
    email: v.string(),
    signed: v.boolean(),
  }),
})

/** Zip; includes the document if the signer can read it. */
export const signerCopyCall = callOf('signerCopy', 'POST', '/api/privacy/signer/copy/', {
  body: TokenParam,
  reply: v.unknown(),
})

/**
 * Notifies the owner. `kept`: the signature's evidence stays; `message`
 * says why.
 */
export const signerRemovalCall = callOf('signerRemoval', 'POST', '/api/privacy/signer/removal/', {
  body: TokenParam,
  reply: v.object({ outcome: v.picklist(['removed', 'kept']), message: v.string() }),
})
