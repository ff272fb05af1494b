import { UPLOAD_MAX_BYTES } from 'shared/contract'
import { ANNOTATED_MAX_BYTES, AnnotationPartsSchema } from 'shared/contract/annotations'
import type * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { incompleteBody } from '../../platform/http/incomplete-body.ts'
import type { MultipartBody, MultipartPart } from '../../platform/http/multipart.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { ownDocument } from '../access/document-access.ts'
import { revisionOf, type StoredRevision } from '../documents/revisions.ts'

/** A revision with annotations on disk, not judged yet. */
export interface IncomingAnnotations {
  readonly blob: IncomingBlob
  /** The revision that was annotated; another one in between refuses the save. */
  readonly base: StoredRevision
  readonly key: string
}

/** Of the multipart body; one extra byte detects larger files. */
const LIMITS = { fileSize: UPLOAD_MAX_BYTES + 1, fieldSize: 200, fieldNameSize: 100, files: 1, fields: 4, parts: 5 }

async function* following(blobs: BlobStore, base: StoredRevision, tail: AsyncIterable<Uint8Array>) {
  yield* await blobs.stream(base.sha256, base.size)
  yield* tail
}

const receive = async (
  blobs: BlobStore,
  base: StoredRevision,
  part: MultipartPart & { kind: 'file' },
): Promise<IncomingBlob> => {
  const limit = Math.min(ANNOTATED_MAX_BYTES, base.size + UPLOAD_MAX_BYTES)
  const received = await blobs.receive(following(blobs, base, part.bytes), limit)
  if (received.kind === 'too-large') throw new ApiError('ANNOTATIONS_TOO_LARGE')
  return received.blob
}

/** Fails before the upload; re-checked under the lock. */
const findBase = async (db: ApiDatabase, documentId: number, parts: Parts): Promise<StoredRevision> => {
  const revision = await revisionOf(db, documentId, parts.base_sha256)
  if (revision === undefined) throw new ApiError('ANNOTATIONS_OUTDATED')
  return revision
}

type Parts = v.InferOutput<typeof AnnotationPartsSchema>

export interface ReadOptions {
  readonly userId: number
  readonly documentId: number
  readonly body: MultipartBody
}

const gatherAnnotations = async (
  { db, blobs }: AnnotationReadingDependencies,
  { documentId, body }: ReadOptions,
): Promise<IncomingAnnotations> => {
  const texts: Record<string, unknown> = {}
  for await (const part of body.parts(LIMITS)) {
    if (part.kind === 'text') texts[part.name] = part.value
    else if (part.name === 'tail') {
      const parts = parseInput(AnnotationPartsSchema, texts)
      const base = await findBase(db, documentId, parts)
      return { blob: await receive(blobs, base, part), base, key: parts.request_key }
    } else part.skip()
  }
  throw invalidInput('tail', 'Faltan las anotaciones')
}

type AnnotationReadingDependencies = Pick<ApiServices, 'db' | 'blobs'>

/**
 * Streams annotations to disk; the caller keeps or discards the
 * blob.
 * @throws ApiError NOT_FOUND, ANNOTATIONS_OUTDATED,
 * ANNOTATIONS_TOO_LARGE, VALIDATION
 */
export const readAnnotations = async (
  uses: AnnotationReadingDependencies,
  options: ReadOptions,
): Promise<IncomingAnnotations> => {
  await ownDocument(uses.db, options.userId, options.documentId)
  if (!options.body.isMultipart) throw invalidInput('tail', 'Faltan las anotaciones')
  try {
    return await gatherAnnotations(uses, options)
  } catch (error) {
    options.body.abandon()
    throw incompleteBody(error, options.body, 'Las anotaciones no llegaron completas. Inténtalo de nuevo.')
  }
}
