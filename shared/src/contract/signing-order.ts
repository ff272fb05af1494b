import * as v from 'valibot'
import { defineCall } from './call.ts'
import { IdParamSchema, IdSchema } from './ids.ts'

/** Everybody when they like, or one after the other. */
export const signingModes = ['parallel', 'ordered'] as const
export type SigningMode = (typeof signingModes)[number]

/** Whether a step is over, under way, or waits for those before it. */
export const stepStates = ['signed', 'now', 'later'] as const

/** Fields that are signed at the same time: as a rule all those of one person. */
export const SigningStepSchema = v.object({
  field_ids: v.array(IdSchema),
  /** Of the first of them. */
  signer_name: v.string(),
  signer_email: v.string(),
  /** The owner's own. */
  is_owner: v.boolean(),
  state: v.picklist(stepStates),
})
export type SigningStep = v.InferOutput<typeof SigningStepSchema>

export const SigningOrderSchema = v.object({
  mode: v.picklist(signingModes),
  /** In the order in which they sign; in parallel it says nothing yet. */
  steps: v.array(SigningStepSchema),
  /** Until the first signature. */
  can_change: v.boolean(),
})
export type SigningOrder = v.InferOutput<typeof SigningOrderSchema>

const PATH = '/home/api/files/:id/signing-order/'
const params = v.object({ id: IdParamSchema })

export const getSigningOrderCall = defineCall({
  name: 'getSigningOrder',
  method: 'GET',
  path: PATH,
  params,
  reply: SigningOrderSchema,
})

/** Sets it whole. Whose turn it becomes and was invited gets their mail at once. */
export const setSigningOrderCall = defineCall({
  name: 'setSigningOrder',
  method: 'PUT',
  path: PATH,
  params,
  body: v.object({
    mode: v.picklist(signingModes),
    /** The fields of each step, in order; fields that are named nowhere come last. */
    steps: v.pipe(v.array(v.pipe(v.array(IdSchema), v.maxLength(200))), v.maxLength(200)),
  }),
  reply: SigningOrderSchema,
})
