import * as v from 'valibot'
import { defineCall } from './call.ts'
import { UserFileSchema } from './files.ts'
import { IdParamSchema, IdSchema, InstantSchema } from './ids.ts'

/** Largest document with annotations in it, in bytes (20 MB); one request adds at most as much as an upload may have. */
export const ANNOTATED_MAX_BYTES = 20 * 1024 * 1024
/** Signatures that one account may keep. */
export const SAVED_SIGNATURES_MAX = 5
/** Longest name of a kept signature, in characters. */
export const SIGNATURE_NAME_MAX_LENGTH = 120
/** Largest kept signature, as the length of its outlines in base64. */
export const SIGNATURE_OUTLINES_MAX_LENGTH = 200_000

const Sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/**
 * The text parts of a revision with annotations; they come before the part `tail`, which holds only what is appended to
 * the revision that was annotated. So the bytes that were there before stay what they are.
 */
export const AnnotationPartsSchema = v.object({
  /** `sha256` of the revision that was annotated. */
  base_sha256: Sha256Schema,
  /** The client's own name for the attempt: sent again with it after an answer got lost, nothing is stored twice. */
  request_key: v.pipe(v.string(), v.uuid()),
})

const ANNOTATIONS_PATH = '/home/api/files/:id/annotations/'
const FileParams = v.object({ id: IdParamSchema })

/** Whether a document of the session can be annotated now. */
export const AnnotationStateSchema = v.object({
  revision: v.number(),
  sha256: Sha256Schema,
  /** Why it cannot, in words for the owner. */
  locked: v.nullable(v.string()),
})
export type AnnotationState = v.InferOutput<typeof AnnotationStateSchema>

export const annotationStateCall = defineCall({
  name: 'annotationState',
  method: 'GET',
  path: ANNOTATIONS_PATH,
  params: FileParams,
  reply: AnnotationStateSchema,
})

/** Stores the owner's annotations as the document's newest revision, unless another one has become the newest. */
export const saveAnnotationsCall = defineCall({
  name: 'saveAnnotations',
  method: 'POST',
  path: ANNOTATIONS_PATH,
  params: FileParams,
  encoding: 'multipart',
  reply: UserFileSchema,
})

/** How a signature was made. */
export const signatureWays = ['drawn', 'typed', 'image'] as const
export type SignatureWay = (typeof signatureWays)[number]

const SAVED_SIGNATURES_PATH = '/home/api/saved-signatures/'

export const NewSignatureSchema = v.object({
  way: v.picklist(signatureWays),
  /** What assistive technology calls it, and the list. */
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Escribe un nombre para la firma'),
    v.maxLength(SIGNATURE_NAME_MAX_LENGTH, 'Ese nombre es demasiado largo'),
  ),
  /** Its outlines, compressed, in base64: whoever draws it knows what they mean. */
  outlines: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.maxLength(SIGNATURE_OUTLINES_MAX_LENGTH, 'La firma es demasiado grande para guardarla'),
    v.base64(),
  ),
})

/** A signature that an account keeps to put it on further documents. A drawing, and no digital signature. */
export const SavedSignatureSchema = v.object({
  id: IdSchema,
  way: v.picklist(signatureWays),
  name: v.string(),
  outlines: v.string(),
  created_at: InstantSchema,
})
export type SavedSignature = v.InferOutput<typeof SavedSignatureSchema>

/** Newest first. */
export const listSavedSignaturesCall = defineCall({
  name: 'listSavedSignatures',
  method: 'GET',
  path: SAVED_SIGNATURES_PATH,
  reply: v.array(SavedSignatureSchema),
})

export const addSavedSignatureCall = defineCall({
  name: 'addSavedSignature',
  method: 'POST',
  path: SAVED_SIGNATURES_PATH,
  body: NewSignatureSchema,
  reply: SavedSignatureSchema,
})

export const deleteSavedSignatureCall = defineCall({
  name: 'deleteSavedSignature',
  method: 'DELETE',
  path: '/home/api/saved-signatures/:signatureId/',
  params: v.object({ signatureId: IdParamSchema }),
  reply: v.object({ success: v.boolean() }),
})
