import * as v from 'valibot'
import { defineCall } from './call.ts'
import { UserFileSchema } from './files.ts'
import { IdParamSchema } from './ids.ts'

/**
 * Why a document that everybody has signed could not be closed: no time stamp was to be had, the storage failed, what
 * is stored is damaged, or what was written did not verify.
 */
export const sealProblems = ['time-stamp', 'storage', 'damaged', 'not-verified', 'unknown'] as const
export type SealProblem = (typeof sealProblems)[number]

/** Another attempt at closing a document that everybody has signed; its owner alone may ask. */
export const retrySealingCall = defineCall({
  name: 'retrySealing',
  method: 'POST',
  path: '/home/api/files/:id/seal/',
  params: v.object({ id: IdParamSchema }),
  body: v.object({}),
  reply: UserFileSchema,
})
