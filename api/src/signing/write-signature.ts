import { SignatureError } from 'shared/pdf/cms'
import type { Db } from '../database/open-database.ts'
import { fieldsOf } from '../fields/find-field.ts'
import type { Field } from '../fields/view-field.ts'
import { currentRevision, type Revision } from '../files/revisions.ts'
import { ApiError } from '../http/api-error.ts'
import type { Services } from '../services.ts'
import type { Signer } from './authorise-signing.ts'
import { prepareFields } from './pdf/prepare-fields.ts'
import type { SignedTail } from './pdf-signer.ts'

/** A revision whose bytes are on the disk and which no row tells of yet. */
export type NewRevision = Pick<Revision, 'number' | 'kind' | 'sha256' | 'size'>

export interface WrittenSignature {
  /** What to add to the document's revisions, in order. */
  readonly revisions: readonly NewRevision[]
  readonly signed: SignedTail
}

/** Name of a field inside the PDF. It never changes, and says nothing to a reader of the file. */
const pdfFieldName = (field: Field): string => `trazo-${field.id}`

const append = (bytes: Uint8Array, tail: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(bytes.length + tail.length)
  whole.set(bytes)
  whole.set(tail, bytes.length)
  return whole
}

const prepareAll = (bytes: Uint8Array, fields: readonly Field[]): Uint8Array => {
  const tail = prepareFields(
    bytes,
    fields.map((field) => ({
      name: pdfFieldName(field),
      page: field.page,
      rect: { x: field.x, y: field.y, width: field.width, height: field.height },
      tooltip: `${field.label}: ${field.signer_name}`,
    })),
  )
  return append(bytes, tail)
}

/** What is answered where a signature could not be made. */
export const asRefusal = (error: unknown): ApiError =>
  error instanceof SignatureError && error.code === 'APPEARANCE_INVALID'
    ? new ApiError('SIGNATURE_IMAGE_INVALID', { cause: error })
    : new ApiError('SIGNING_FAILED', { cause: error })

/** The document's fields, and the own one of a guest, which is stored with its signature. */
const fieldsToPrepare = async (db: Db, field: Field): Promise<Field[]> => {
  const stored = await fieldsOf(db, field.document_id)
  return stored.some(({ id }) => id === field.id) ? stored : [...stored, field]
}

/** Stores a revision and reads it back: what was verified in memory is what lies on the disk. */
const store = async (
  { blobs }: Pick<Services, 'blobs'>,
  kind: Revision['kind'],
  number: number,
  bytes: Uint8Array,
): Promise<NewRevision> => {
  const { sha256, size } = await blobs.put(bytes)
  await blobs.read(sha256)
  return { number, kind, sha256, size }
}

/** The newest revision, ready for a signature. */
export interface SignableRevision {
  readonly base: Revision
  /** With every field of the document in it. */
  readonly bytes: Uint8Array
  readonly fieldName: string
}

/**
 * What a field is signed on. Before the first signature every field of the document is put into the PDF, because
 * afterwards nothing may be added; the same fields give the same bytes.
 */
export const signableRevision = async (
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  field: Field,
): Promise<SignableRevision> => {
  const base = await currentRevision(db, field.document_id)
  const current = await blobs.read(base.sha256)
  const bytes = base.kind === 'uploaded' ? prepareAll(current, await fieldsToPrepare(db, field)) : current
  return { base, bytes, fieldName: pdfFieldName(field) }
}

/** Stores what was signed, without telling the database. */
export const storeSigned = async (
  services: Pick<Services, 'blobs'>,
  { base, bytes }: SignableRevision,
  signed: SignedTail,
): Promise<WrittenSignature> => {
  const isFirst = base.kind === 'uploaded'
  const revisions = isFirst ? [await store(services, 'prepared', base.number + 1, bytes)] : []
  const number = base.number + revisions.length + 1
  revisions.push(await store(services, 'signed', number, append(bytes, signed.tail)))
  return { revisions, signed }
}

/**
 * Signs a field of the newest revision and stores the result, without telling the database. The caller holds the
 * document's lock.
 * @throws ApiError SIGNATURE_IMAGE_INVALID, SIGNING_FAILED
 */
export const writeSignature = async (
  services: Pick<Services, 'db' | 'blobs' | 'signer'>,
  input: { field: Field; signer: Signer; appearancePng: Uint8Array; signedAt: number },
): Promise<WrittenSignature> => {
  try {
    const revision = await signableRevision(services, input.field)
    const signed = await services.signer.sign({
      document: revision.bytes,
      fieldName: revision.fieldName,
      signer: input.signer,
      appearancePng: input.appearancePng,
      signedAt: new Date(input.signedAt),
    })
    return await storeSigned(services, revision, signed)
  } catch (error) {
    throw asRefusal(error)
  }
}
