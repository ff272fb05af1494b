import * as v from 'valibot'
// Each from its own file: what is in every page's chunk stays in one piece there.
import { ProofSchema } from './account-security.ts'
import { defineCall, InstantSchema } from './index.ts'

/** Not that of `evidence.ts`: what two late screens share would travel with every page. */
export const ARCHIVE_MIME_TYPE = 'application/zip'
/** Header of an export: about how many bytes it has, before they are packed. */
export const EXPORT_SIZE_HEADER = 'x-estimated-length'

/** All that the account holds, as a zip file. The proof is used up. */
export const exportAccountCall = defineCall({
  name: 'exportAccount',
  method: 'POST',
  path: '/api/auth/account/export/',
  body: ProofSchema,
  // Bytes of a zip file, streamed: not parsed.
  reply: v.unknown(),
})

const Username = v.pipe(v.string(), v.trim(), v.nonEmpty('Escribe tu nombre de usuario'), v.maxLength(150))
/** What a person types to delete their account. */
export const DeleteAccountSchema = v.object({ username: Username })

/** Deletes the account with its documents. The proof is used up. */
export const deleteAccountCall = defineCall({
  name: 'deleteAccount',
  method: 'POST',
  path: '/api/auth/account/delete/',
  body: v.object({ ...DeleteAccountSchema.entries, ...ProofSchema.entries }),
  reply: v.object({ success: v.boolean(), erased_at: InstantSchema }),
})

/** What the privacy page states of this installation. */
export const privacyCall = defineCall({
  name: 'privacy',
  method: 'GET',
  path: '/api/privacy/',
  reply: v.object({
    /** How long deleted data stays before it is erased. */
    retention_days: v.number(),
  }),
})

const signerToken = v.object({ token: v.pipe(v.string(), v.maxLength(512)) })

/** What an invitation's link is about, for who asks about their data. */
export const signerDataCall = defineCall({
  name: 'signerData',
  method: 'POST',
  path: '/api/privacy/signer/',
  body: signerToken,
  reply: v.object({
    original_filename: v.string(),
    owner_name: v.string(),
    name: v.string(),
    email: v.string(),
    signed: v.boolean(),
  }),
})

/** A signer's copy as a zip file: the document, if they may read it, and what is recorded about them. */
export const signerCopyCall = defineCall({
  name: 'signerCopy',
  method: 'POST',
  path: '/api/privacy/signer/copy/',
  body: signerToken,
  reply: v.unknown(),
})

/** A signer asks for removal. The owner is told; `kept`: the signature's evidence stays, and the message says why. */
export const signerRemovalCall = defineCall({
  name: 'signerRemoval',
  method: 'POST',
  path: '/api/privacy/signer/removal/',
  body: signerToken,
  reply: v.object({ outcome: v.picklist(['removed', 'kept']), message: v.string() }),
})
