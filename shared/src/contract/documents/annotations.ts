import * as v from 'valibot'
import { callOf } from '../values/call-of.ts'
import { IdParams } from '../values/id-params.ts'
import { IdParamSchema, IdSchema, InstantSchema } from '../values/ids.ts'
import { Sha256Schema } from '../values/sha256.ts'
import { visibleLine } from '../values/visible-name.ts'
import { UserFileSchema } from './files.ts'

/** Bytes of the whole document with its annotations: the limit of an upload, and as much again. */
export const ANNOTATED_MAX_BYTES = 20 * 1024 * 1024
/** Per account. */
export const SAVED_SIGNATURES_MAX = 5
/** Characters. */
export const SIGNATURE_NAME_MAX_LENGTH = 120
/** Length of the base64 text. */
export const SIGNATURE_OUTLINES_MAX_LENGTH = 200_000

/** They precede `tail`, the bytes to append. */
export const AnnotationPartsSchema = v.object({
  /** `sha256` of the annotated revision. */
  base_sha256: Sha256Schema,
  /** Idempotency key: a repeated request stores nothing twice. */
  request_key: v.pipe(v.string(), v.uuid()),
})

const ANNOTATIONS_PATH = '/home/api/files/:id/annotations/'
/** State that the editor needs before it changes the document. `locked`: why it cannot be changed now. */
export const AnnotationStateSchema = v.object({
  revision: v.number(),
  sha256: Sha256Schema,
  /** In Spanish. */
  locked: v.nullable(v.string()),
})
export type SavedAnnotationState = v.InferOutput<typeof AnnotationStateSchema>

/** For the owner only. */
export const annotationStateCall = callOf('annotationState', 'GET', ANNOTATIONS_PATH, {
  params: IdParams,
  reply: AnnotationStateSchema,
})

/** Fails if the document has a newer revision than `base_sha256`. */
export const saveAnnotationsCall = callOf('saveAnnotations', 'POST', ANNOTATIONS_PATH, {
  params: IdParams,
  encoding: 'multipart',
  reply: UserFileSchema,
})

/** How a kept signature was made. */
export const signatureWays = ['drawn', 'typed', 'image'] as const
export type SignatureWay = (typeof signatureWays)[number]

const SAVED_SIGNATURES_PATH = '/home/api/saved-signatures/'

export const NewSignatureSchema = v.object({
  way: v.picklist(signatureWays),
  /** Accessible name. */
  name: v.pipe(
    visibleLine(SIGNATURE_NAME_MAX_LENGTH, 'Ese nombre es demasiado largo'),
    v.nonEmpty('Escribe un nombre para la firma'),
  ),
  /** Compressed, base64; opaque to the server. */
  outlines: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.maxLength(SIGNATURE_OUTLINES_MAX_LENGTH, 'La firma es demasiado grande para guardarla'),
    v.base64(),
  ),
})

/** A drawing, not a digital signature. */
export const SavedSignatureSchema = v.object({
  id: IdSchema,
  way: v.picklist(signatureWays),
  name: v.string(),
  outlines: v.string(),
  created_at: InstantSchema,
})
export type SavedSignature = v.InferOutput<typeof SavedSignatureSchema>

export const listSavedSignaturesCall = callOf('listSavedSignatures', 'GET', SAVED_SIGNATURES_PATH, {
  reply: v.array(SavedSignatureSchema),
})

/** Refused beyond `SAVED_SIGNATURES_MAX`. */
export const addSavedSignatureCall = callOf('addSavedSignature', 'POST', SAVED_SIGNATURES_PATH, {
  body: NewSignatureSchema,
  reply: SavedSignatureSchema,
})

export const deleteSavedSignatureCall = callOf(
  'deleteSavedSignature',
  'DELETE',
  '/home/api/saved-signatures/:signatureId/',
  { params: v.object({ signatureId: IdParamSchema }), reply: v.object({ success: v.boolean() }) },
)
