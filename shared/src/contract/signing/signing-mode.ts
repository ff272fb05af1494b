import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { signingModes } from '../values/document-mode.ts'
import { IdParams } from '../values/id-params.ts'

const PATH = '/home/api/files/:id/signing-mode/'
const ModeChoiceSchema = v.object({
  mode: v.picklist(signingModes),
  /** Spanish reason; null while it can change. */
  fixed: v.nullable(v.string()),
  /** Spanish reason why `certified` is not offered. */
  unavailable: v.nullable(v.string()),
})
/** `fixed` and `unavailable`: why the mode cannot be changed, in Spanish. */
export type ModeChoice = v.InferOutput<typeof ModeChoiceSchema>

export const getSigningModeCall = callOf('getSigningMode', 'GET', PATH, { params: IdParams, reply: ModeChoiceSchema })

/** Only before the first invitation. */
export const setSigningModeCall = callOf('setSigningMode', 'PUT', PATH, {
  params: IdParams,
  body: v.object({ mode: v.picklist(signingModes) }),
  reply: ModeChoiceSchema,
})
