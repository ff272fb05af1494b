import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'
import { UserFileSchema } from './files.ts'

/** `damaged`: stored bytes; `not-verified`: written bytes. */
export const sealProblems = [
  'time-stamp',
  'revocation',
  'storage',
  'damaged',
  'not-verified',
  'format',
  'unknown',
] as const
export type SealProblem = (typeof sealProblems)[number]

/** For the owner only. */
export const retrySealingCall = callOf('retrySealing', 'POST', '/home/api/files/:id/seal/', {
  params: IdParams,
  body: v.object({}),
  reply: UserFileSchema,
})
