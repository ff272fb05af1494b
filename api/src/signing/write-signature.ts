import { SignatureError } from 'pdf/cms'
import { prepareFields } from 'pdf/sign'
import type { Db } from '../database/open-database.ts'
import { fieldsOf } from '../fields/find-field.ts'
import type { Field } from '../fields/view-field.ts'
import { currentRevision, type Revision } from '../files/revisions.ts'
import { ApiError } from '../http/api-error.ts'
import type { Services } from '../services.ts'
import { troubleOf } from '../trouble.ts'
import type { Signer } from './authorise-signing.ts'
import type { SignedTail } from './pdf-signer.ts'

/** A revision whose bytes are on the disk and which no row tells of yet. */
export type NewRevision = Pick<Revision, 'number' | 'kind' | 'sha256' | 'size'>

/** One field's signature, and the revision that it made. */
export interface SignedField {
  readonly field: Field
  readonly signer: Signer
  readonly revision: NewRevision
  readonly signed: SignedTail
}

export interface WrittenSignatures {
  /** What to add to the document's revisions, in order: perhaps the prepared one, then one for each signature. */
  readonly revisions: readonly NewRevision[]
  readonly signed: readonly SignedField[]
}

/** Name of a field inside the PDF. It never changes, and says nothing to a reader of the file. */
export const pdfFieldName = (field: Pick<Field, 'id'>): string => `trazo-${field.id}`

/** The bytes of a revision: those of the one before, and what was added. */
export const append = (bytes: Uint8Array, tail: Uint8Array): Uint8Array => {
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

/** What is answered where a signature could not be made. Of a disk that is full another answer tells. */
export const asRefusal = (error: unknown): unknown => {
  if (troubleOf(error) !== undefined) return error
  return error instanceof SignatureError && error.code === 'APPEARANCE_INVALID'
    ? new ApiError('SIGNATURE_IMAGE_INVALID', { cause: error })
    : new ApiError('SIGNING_FAILED', { cause: error })
}

/** The document's fields, and the own one of a guest, which is stored with its signature. */
const fieldsToPrepare = async (db: Db, field: Field): Promise<Field[]> => {
  const stored = await fieldsOf(db, field.document_id)
  return stored.some(({ id }) => id === field.id) ? stored : [...stored, field]
}

/** Whether the fields are already in the PDF: they go there with the first signature. */
const isPrepared = ({ kind }: Pick<Revision, 'kind'>): boolean => kind === 'prepared' || kind === 'signed'

/** Stores a revision and reads it back: what was verified in memory is what lies on the disk. */
export const storeRevision = async (
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
  const bytes = isPrepared(base) ? current : prepareAll(current, await fieldsToPrepare(db, field))
  return { base, bytes, fieldName: pdfFieldName(field) }
}

/** What one more signature is made on, and what has been stored so far. */
interface Growing {
  readonly bytes: Uint8Array
  readonly revisions: readonly NewRevision[]
  /** Number of the newest revision. */
  readonly number: number
}

type Storing = Pick<Services, 'blobs' | 'fault'>

/** Stores the revision with every field in it, where this is the document's first signature. */
const storePrepared = async (services: Storing, { base, bytes }: SignableRevision): Promise<Growing> => {
  if (isPrepared(base)) return { bytes, revisions: [], number: base.number }
  services.fault('sign:before-prepared')
  const prepared = await storeRevision(services, 'prepared', base.number + 1, bytes)
  services.fault('sign:after-prepared')
  return { bytes, revisions: [prepared], number: prepared.number }
}

const storeTail = async (services: Storing, { bytes, revisions, number }: Growing, tail: Uint8Array) => {
  const whole = append(bytes, tail)
  services.fault('sign:before-signed')
  const revision = await storeRevision(services, 'signed', number + 1, whole)
  services.fault('sign:after-signed')
  return { grown: { bytes: whole, revisions: [...revisions, revision], number: revision.number }, revision }
}

/** Stores what somebody's card signed, without telling the database. */
export const storeSigned = async (
  services: Storing,
  signable: SignableRevision,
  { field, signer, signed }: Omit<SignedField, 'revision'>,
): Promise<WrittenSignatures> => {
  const { grown, revision } = await storeTail(services, await storePrepared(services, signable), signed.tail)
  return { revisions: grown.revisions, signed: [{ field, signer, signed, revision }] }
}

/** Who signs which field. */
export interface FieldToSign {
  readonly field: Field
  readonly signer: Signer
}

/**
 * Signs fields of the newest revision, one after the other, and stores the results, without telling the database: each
 * signature is one revision. The caller holds the document's lock.
 * @throws ApiError SIGNATURE_IMAGE_INVALID, SIGNING_FAILED
 */
export const writeSignatures = async (
  services: Pick<Services, 'db' | 'blobs' | 'signer' | 'fault'>,
  input: {
    readonly fields: readonly [FieldToSign, ...FieldToSign[]]
    readonly appearancePng: Uint8Array
    readonly signedAt: number
  },
): Promise<WrittenSignatures> => {
  const { fields, appearancePng, signedAt } = input
  try {
    let growing = await storePrepared(services, await signableRevision(services, fields[0].field))
    const done: SignedField[] = []
    for (const { field, signer } of fields) {
      const signed = await services.signer.sign({
        document: growing.bytes,
        fieldName: pdfFieldName(field),
        signer,
        appearancePng,
        signedAt: new Date(signedAt),
      })
      const { grown, revision } = await storeTail(services, growing, signed.tail)
      done.push({ field, signer, signed, revision })
      growing = grown
    }
    return { revisions: growing.revisions, signed: done }
  } catch (error) {
    throw asRefusal(error)
  }
}
