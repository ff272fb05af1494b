import { UPLOAD_MAX_BYTES } from 'shared/contract'
import { LockedUploadPartsSchema } from 'shared/contract/locked-upload'
import type * as v from 'valibot'
import type { MultipartBody, MultipartPart } from '../../platform/http/multipart.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { classifyDiskError } from '../../platform/storage/disk-failure.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { FileRefusal, fileProblems } from '../documents/file-refusal.ts'

/** A file on disk with the parts of its form, not screened yet. */
export interface ReceivedUpload {
  readonly blob: IncomingBlob
  readonly filename: string
  readonly parts: v.InferOutput<typeof LockedUploadPartsSchema>
}

/** Bytes for boundaries, headers and text parts. */
const ENVELOPE_BYTES = 64 * 1024
/** More than the contract's limits need in UTF-8. */
const TEXT_PART_BYTES = 20_000
const MULTIPART_LIMITS = {
  // One extra byte detects larger files.
  fileSize: UPLOAD_MAX_BYTES + 1,
  fieldSize: TEXT_PART_BYTES,
  fieldNameSize: 100,
  files: 1,
  fields: 10,
  parts: 11,
}

interface Gathered {
  file: { blob: IncomingBlob; filename: string } | undefined
  texts: Record<string, unknown>
}

const receiveFile = async (
  { blobs, clock }: Pick<ApiServices, 'blobs' | 'clock'>,
  part: MultipartPart & { kind: 'file' },
): Promise<NonNullable<Gathered['file']>> => {
  const received = await blobs.receive(part.bytes, UPLOAD_MAX_BYTES)
  if (received.kind === 'too-large') throw new FileRefusal(fileProblems.tooLarge, clock())
  return { blob: received.blob, filename: part.filename }
}

const gatherUpload = async (
  services: { blobs: BlobStore; clock: ApiServices['clock'] },
  body: MultipartBody,
  gathered: Gathered,
): Promise<void> => {
  for await (const part of body.parts(MULTIPART_LIMITS)) {
    if (part.kind === 'text') gathered.texts[part.name] = part.value
    else if (part.name === 'file') gathered.file = await receiveFile(services, part)
    else part.skip()
  }
}

/** Other errors mean an incomplete upload. */
const readRefusal = (error: unknown, now: number): unknown =>
  error instanceof FileRefusal || classifyDiskError(error) !== undefined
    ? error
    : new FileRefusal(fileProblems.interrupted, now, { details: error instanceof Error ? error.message : null })

/**
 * The caller keeps or discards the blob.
 * @throws FileRefusal (too large, no file, interrupted), ApiError
 * VALIDATION (text parts)
 */
export const readFileUpload = async (
  services: Pick<ApiServices, 'blobs' | 'clock'>,
  body: MultipartBody,
): Promise<ReceivedUpload> => {
  const { clock } = services
  if (!body.isMultipart) throw new FileRefusal(fileProblems.fileRequired, clock())
  const gathered: Gathered = { file: undefined, texts: {} }
  try {
    if (body.statedSize > UPLOAD_MAX_BYTES + ENVELOPE_BYTES) throw new FileRefusal(fileProblems.tooLarge, clock())
    await gatherUpload(services, body, gathered)
  } catch (error) {
    body.abandon()
    await gathered.file?.blob.discard()
    throw readRefusal(error, clock())
  }
  const { file, texts } = gathered
  if (file === undefined) throw new FileRefusal(fileProblems.fileRequired, clock())
  try {
    return { ...file, parts: parseInput(LockedUploadPartsSchema, { file_type_id: '', ...texts }) }
  } catch (error) {
    await file.blob.discard()
    throw error
  }
}
