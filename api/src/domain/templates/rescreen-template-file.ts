import { UPLOAD_MAX_BYTES } from 'shared/contract'
import { turnOf } from 'shared/server'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import type { PdfInspection } from '../screening/inspection.ts'

export type JudgingServices = Pick<ApiServices, 'blobs' | 'inspectPdf'>

interface StoredFile {
  readonly sha256: string
  readonly size: number
}

type Signable = Extract<PdfInspection, { kind: 'signable' }>

/** Hashes of 64 characters. If it is exceeded all are forgotten, and each file is screened once more. */
const REMEMBERED_MAX = 2000

/** In this process: only a release changes the rules. */
const accepted = new WeakMap<ApiServices['inspectPdf'], Set<string>>()

const acceptedBy = ({ inspectPdf }: JudgingServices): Set<string> => {
  const known = accepted.get(inspectPdf) ?? new Set()
  accepted.set(inspectPdf, known)
  if (known.size > REMEMBERED_MAX) known.clear()
  return known
}

const orDamaged = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BlobFaultError) throw new ApiError('TEMPLATE_DAMAGED', { cause: error })
    throw error
  }
}

/** The hash of the copy is compared, so a damaged blob is found here and not in a signed document. */
const copyOf = async ({ blobs }: JudgingServices, { sha256, size }: StoredFile): Promise<IncomingBlob> => {
  const received = await blobs.receive(await blobs.stream(sha256, size), Math.max(size, UPLOAD_MAX_BYTES))
  if (received.kind === 'too-large') throw new ApiError('TEMPLATE_DAMAGED')
  if (received.blob.sha256 === sha256) return received.blob
  await received.blob.discard()
  throw new ApiError('TEMPLATE_DAMAGED')
}

/**
 * Runs the checks of an upload on a copy of a stored file: they run in another process, which needs a local path.
 *
 * @throws ApiError TEMPLATE_REFUSED, TEMPLATE_DAMAGED, or UNAVAILABLE if the check ran out of time or memory
 */
export const inspectStored = async (services: JudgingServices, userId: number, file: StoredFile): Promise<Signable> => {
  const copy = await orDamaged(() => copyOf(services, file))
  try {
    const inspection = await services.inspectPdf(copy.path, turnOf(userId))
    if (inspection.kind === 'exhausted') throw new ApiError('UNAVAILABLE', { retryAfterSeconds: 10 })
    if (inspection.kind !== 'signable') throw new ApiError('TEMPLATE_REFUSED')
    return inspection
  } finally {
    await copy.discard()
  }
}

/**
 * Screens the template's file once in each process, because a file that was accepted by an older release may break
 * today's rules. Later calls only verify its hash.
 */
export const rescreenTemplateFile = async (
  services: JudgingServices,
  userId: number,
  file: StoredFile,
): Promise<void> => {
  const known = acceptedBy(services)
  if (known.has(file.sha256)) {
    await orDamaged(() => services.blobs.verify(file.sha256))
    return
  }
  await inspectStored(services, userId, file)
  known.add(file.sha256)
}
