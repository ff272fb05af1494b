import { SignedCopyPartsSchema } from 'shared/contract/own-program'
import type * as v from 'valibot'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { incompleteBody } from '../../platform/http/incomplete-body.ts'
import type { MultipartBody } from '../../platform/http/multipart.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { currentRevision } from '../documents/revisions.ts'
import { authoriseSigning } from '../signing/authorise-signing.ts'
import { copyToSign } from './copy-to-sign.ts'

/** A copy on disk, not judged yet. */
export interface IncomingCopy {
  readonly blob: IncomingBlob
  readonly parts: Parts
}

interface Reading {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  readonly body: MultipartBody
}

type Parts = v.InferOutput<typeof SignedCopyPartsSchema>
type CopyReadingDependencies = Pick<ApiServices, 'db' | 'blobs' | 'clock' | 'signer'>

/** Bytes that a program may add: fonts, drawing, certificates. */
const ADDED_MAX_BYTES = 4 * 1024 * 1024
const LIMITS = { fieldSize: 200, fieldNameSize: 100, files: 1, fields: 4, parts: 5 }

const missing = (): ApiError => invalidInput('file', 'Falta la copia firmada')

interface Expected {
  /** Undefined if the field is signed: the request may be a repeat. */
  readonly sha256: string | undefined
  readonly size: number
}

const expectedBase = async (uses: CopyReadingDependencies, { actor, fieldId }: Reading): Promise<Expected> => {
  const field = await authoriseSigning(uses.db, actor, { fieldId, way: 'own-program' }, uses.clock())
  if (field.signed_at !== null)
    return { sha256: undefined, size: (await currentRevision(uses.db, field.document_id)).size }
  const { sha256, bytes } = await copyToSign(uses, actor, fieldId)
  return { sha256, size: bytes.length }
}

const gatherCopy = async (uses: CopyReadingDependencies, reading: Reading): Promise<IncomingCopy> => {
  const base = await expectedBase(uses, reading)
  const { body } = reading
  if (!body.isMultipart) throw missing()
  const limit = base.size + ADDED_MAX_BYTES
  const texts: Record<string, unknown> = {}
  for await (const part of body.parts({ ...LIMITS, fileSize: limit + 1 })) {
    if (part.kind === 'text') texts[part.name] = part.value
    else if (part.name === 'file') {
      const parts = parseInput(SignedCopyPartsSchema, texts)
      if (base.sha256 !== undefined && parts.base_sha256 !== base.sha256) throw new ApiError('COPY_OUTDATED')
      const received = await uses.blobs.receive(part.bytes, limit)
      if (received.kind === 'too-large') throw new ApiError('COPY_TOO_LARGE')
      return { blob: received.blob, parts }
    } else part.skip()
  }
  throw missing()
}

/**
 * Streams the signed copy to disk; the caller discards it.
 * @throws ApiError COPY_OUTDATED, COPY_TOO_LARGE, VALIDATION
 */
export const readCopy = async (uses: CopyReadingDependencies, reading: Reading): Promise<IncomingCopy> => {
  const { body } = reading
  try {
    return await gatherCopy(uses, reading)
  } catch (error) {
    body.abandon()
    throw incompleteBody(error, body, 'La copia no llegó completa. Súbela de nuevo.')
  }
}
